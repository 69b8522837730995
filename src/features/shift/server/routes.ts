import { importing, templateFor } from '#features/import/server/service.ts';
import { shiftApi } from '#features/shift/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getOnDuty } from './onDutyUsers.ts';
import { addPattern, deletePattern, editPattern } from './pattern.ts';
import { getRosterChoice, getRosterList } from './roster.ts';
import { deleteRoster, editRoster, fillRoster, swapRoster } from './write.ts';

export default handlers(shiftApi, {
  getRosterList,
  getRosterChoice,
  addPattern,
  editPattern,
  deletePattern,
  editRoster,
  deleteRoster,
  swapRoster,
  fillRoster,
  importRoster: importing(shiftApi.importRoster),
  getImportTemplate: templateFor(shiftApi.importRoster),
  getOnDuty,
});
