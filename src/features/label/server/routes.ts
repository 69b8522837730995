import { labelApi } from '#features/label/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getEquipmentLabel } from './label.ts';

export default handlers(labelApi, { getEquipmentLabel });
