import { HardDriveDownload } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { backupApi } from '#features/backup/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { box } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { DataTableHandle, RowAction } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { BackupLine } from './BackupLine.tsx';
import { type BackupRow, columns } from './backupColumns.tsx';
import './backup.css';

/** Poll interval while a backup runs, ms. */
const pollMs = 2000;

/** Table of encrypted copies of database, files and keys, with a warning if the last valid one is too old. */
export function BackupTable({ views }: { views: ReactNode }) {
  const { active } = useScreen();
  const table = useRef<DataTableHandle<BackupRow>>(null);
  const { data: state, reload } = useCall(backupApi.getBackupState, {}, { first: true });
  const underWay = state?.underWay ?? false;
  const refresh = useCallback(() => {
    table.current?.reload({ keepPlace: true });
    void reload();
  }, [reload]);
  useEffect(() => {
    if (!active || !underWay) return;
    const timer = setInterval(refresh, pollMs);
    return () => {
      clearInterval(timer);
      // The backup may just have ended: the reload shows its final state.
      table.current?.reload({ keepPlace: true });
    };
  }, [active, underWay, refresh]);
  const start = async () => {
    await withToast(() => callApi(backupApi.startBackup, {}), { done: '备份已开始', failed: '备份没有开始' });
    refresh();
  };
  const cancel = async ({ id }: BackupRow) => {
    if (!(await box.confirm('已写的部分会删除，以前的备份不受影响。', { title: '取消这次备份？', ok: '取消备份' })))
      return;
    await withToast(() => callApi(backupApi.cancelBackup, { id }), { done: '正在取消', failed: '取消失败' });
    refresh();
  };
  const rowActions: readonly RowAction<BackupRow>[] = [
    {
      key: 'cancel',
      label: '取消备份',
      shown: (row) => row.state === 'waiting' || row.state === 'running',
      onClick: (row) => void cancel(row),
    },
  ];
  const blocked = underWay ? '已有一份备份在进行' : state?.folder === null ? '没有设置备份文件夹' : undefined;
  return (
    <DataTable
      ref={table}
      views={views}
      numbered={false}
      name="backup"
      rowLabel="备份"
      endpoint={backupApi.getBackupList}
      columns={columns}
      rowActions={underWay && can('backup:start') ? rowActions : []}
      notice={state && <BackupLine state={state} />}
      empty={<EmptyState reason="还没有备份。" />}
      actions={
        can('backup:start') && (
          <Button kind="primary" blocked={blocked} onClick={() => void start()}>
            <HardDriveDownload size={16} aria-hidden="true" /> 立即备份
          </Button>
        )
      }
    />
  );
}
