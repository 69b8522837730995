import { deskApi } from '#features/desk/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getWarn, revealWarn } from './detail.ts';
import { keepWarnDraft } from './draft.ts';
import { addWarnNote } from './note.ts';
import { confirmWarnReport } from './receipt.ts';

export default handlers(
  deskApi,
  {
    getWarn,
    revealWarn,
    addWarnNote,
    keepWarnDraft,
    confirmWarnReport,
  },
  { alarm: ['getWarn', 'addWarnNote', 'keepWarnDraft', 'confirmWarnReport'] },
);
