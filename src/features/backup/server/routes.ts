import { backupApi } from '#features/backup/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { cancelBackup, getBackupList, getBackupState, startBackup } from './backups.ts';

export default handlers(backupApi, { getBackupList, getBackupState, startBackup, cancelBackup });
