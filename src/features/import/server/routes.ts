import { importApi } from '#features/import/contract.ts';
import { handlers } from '#server/handlers.ts';
import { confirmImport } from './confirm.ts';
import { getImportPreview } from './preview.ts';
import { undoImport } from './undo.ts';

export default handlers(importApi, { getImportPreview, confirmImport, undoImport });
