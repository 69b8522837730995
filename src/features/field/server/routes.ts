import { handlers } from '#server/feature/handlers.ts';
import { fieldApi } from '#shared/contract/field.ts';
import { revealField } from './service.ts';

export default handlers(fieldApi, { revealField });
