import { handlers } from '#server/feature/handlers.ts';
import { exportApi } from '#shared/contract/export.ts';
import { exportClear } from './exportClear.ts';

export default handlers(exportApi, { exportClear });
