import { attributeApi } from '#features/deviceAttribute/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { editAttribute, getAttributeList } from './attributes.ts';

export default handlers(attributeApi, { getAttributeList, editAttribute });
