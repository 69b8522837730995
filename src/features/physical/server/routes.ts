import { exporting } from '#features/export/server/service.ts';
import { physicalApi } from '#features/physical/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addPhysical } from './act/add.ts';
import { editPhysical } from './act/edit.ts';
import { addPhysicalFollowUp } from './act/followUp.ts';
import { deletePhysical } from './act/remove.ts';
import { reviewPhysical, voidPhysical } from './act/review.ts';
import { submitPhysical } from './act/submit.ts';
import { uploadPhysicalFile } from './files.ts';
import { importPhysical } from './import/importer.ts';
import { editPhysicalMapping, getPhysicalHeadings, getPhysicalMapping } from './import/mapping.ts';
import { flagItem, getPhysicalItems } from './items.ts';
import { getPhysical } from './read/detail.ts';
import { getPhysicalDueList } from './read/due.ts';
import { getPhysicalList } from './read/list.ts';
import { getPhysicalOrgList } from './read/orgs.ts';
import { getPhysicalRate } from './read/rate.ts';

export default handlers(physicalApi, {
  getPhysicalList,
  getPhysicalDueList,
  exportPhysical: exporting(physicalApi.exportPhysical),
  getPhysical,
  getPhysicalItems,
  getPhysicalOrgList,
  getPhysicalRate,
  flagItem,
  addPhysical,
  editPhysical,
  submitPhysical,
  reviewPhysical,
  voidPhysical,
  addPhysicalFollowUp,
  deletePhysical,
  uploadPhysicalFile,
  getPhysicalMapping,
  editPhysicalMapping,
  getPhysicalHeadings,
  importPhysical,
});
