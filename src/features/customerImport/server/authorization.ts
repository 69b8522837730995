import { customerImportApi } from '#features/customerImport/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

/** Authorization cases of the import of customers. */
export default authorizationCases(customerImportApi, {
  importCustomer: scopeFree('each row is judged within the importer’s departments and projects: import.test.ts'),
  getImportTemplate: scopeFree('a workbook of headings without rows'),
});
