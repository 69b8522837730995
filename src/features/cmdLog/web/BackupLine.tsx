import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { backupApi } from '#features/backup/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { listTime } from '#web/data/format.ts';

type State = OutputOf<typeof backupApi.getBackupState>;

const line = 'flex items-center flex-wrap gap-y-1 gap-x-2 py-2 px-4 border-b border-line text-text2 text-[13px]';

/** State of the backups in one line above the table: red when the last valid one is too old. */
export function BackupLine({ state }: { state: State }) {
  const { folder, lastGoodAt, nextAt, overdue, keep, maxAgeHours, withDatabase } = state;
  if (folder === null)
    return (
      <p className={`${line} tone-warn bg-tone-tint`} role="status">
        <TriangleAlert className="text-tone-text" size={16} aria-hidden="true" />
        <strong className="text-tone-text">没有定时备份</strong>
        <span className="wrap-anywhere">在服务器上设置 BACKUP_DIR 和 BACKUP_PASSPHRASE_FILE 后，每天自动备份。</span>
      </p>
    );
  const last = lastGoodAt ? `最近一份完好的备份 ${listTime(lastGoodAt)}` : '还没有完好的备份';
  const next = nextAt ? `下一次 ${listTime(nextAt)}` : '';
  const rest = [
    next,
    `保留 ${keep} 份`,
    withDatabase ? '' : '不含外部数据库，它由自己的工具备份，如 pgBackRest',
    folder,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <p className={`${line} ${overdue ? 'tone-urgent bg-tone-tint' : 'bg-s2'}`} role="status">
      {overdue || !lastGoodAt ? (
        <TriangleAlert className={overdue ? 'text-tone-text' : 'text-text3'} size={16} aria-hidden="true" />
      ) : (
        <CircleCheck className="text-success" size={16} aria-hidden="true" />
      )}
      <strong className={overdue ? 'text-tone-text' : 'text-text'}>
        {overdue ? `${last}，已超过 ${maxAgeHours} 小时` : last}
      </strong>
      <span className="wrap-anywhere">{rest}</span>
    </p>
  );
}
