import { handlers } from '#server/handlers.ts';
import { fieldApi } from '#shared/field.ts';
import { revealField } from './service.ts';

export default handlers(fieldApi, { revealField });
