import { physicalApi } from '#features/physical/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { editPhysicalMapping, getPhysicalHeadings, getPhysicalMapping } from './import/mapping.ts';

const notYet = () => Promise.reject(new Error('to come'));

export default handlers(physicalApi, {
  getPhysicalList: notYet,
  getPhysicalDueList: notYet,
  exportPhysical: notYet,
  getPhysical: notYet,
  getPhysicalItems: notYet,
  getPhysicalOrgList: notYet,
  getPhysicalRate: notYet,
  flagItem: notYet,
  addPhysical: notYet,
  editPhysical: notYet,
  submitPhysical: notYet,
  reviewPhysical: notYet,
  voidPhysical: notYet,
  deletePhysical: notYet,
  uploadPhysicalFile: notYet,
  getPhysicalMapping,
  editPhysicalMapping,
  getPhysicalHeadings,
  importPhysical: notYet,
});
