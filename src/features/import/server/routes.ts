import { handlers } from '#server/feature/handlers.ts';
import { importApi } from '#shared/contract/import.ts';
import { confirmImport } from './confirm.ts';
import { getImportLimit } from './limit.ts';
import { getImportPreview } from './preview.ts';
import { undoImport } from './undo.ts';

export default handlers(importApi, { getImportLimit, getImportPreview, confirmImport, undoImport });
