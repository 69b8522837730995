import { backupApi } from '#features/backup/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const productWide = 'copies of the whole product: no row of any department, project or person';

/** Scope cases of the backup endpoints. */
export default authorizationCases(
  backupApi,
  {
    getBackupList: scopeFree(productWide),
    getBackupState: scopeFree(productWide),
    startBackup: scopeFree(productWide),
    cancelBackup: scopeFree(productWide),
  },
  {},
);
