import { customerImportApi } from '#features/customerImport/contract.ts';
import { importTemplate, startImport } from '#features/import/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import importer from './importer.ts';

export default handlers(customerImportApi, {
  importCustomer: (viewer, { duplicates }, { file }) => startImport(viewer, importer, file, duplicates),
  getImportTemplate: (viewer) => importTemplate(viewer, importer),
});
