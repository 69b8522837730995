import { bedApi, bedName } from '#features/bed/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';
import type { Bed } from './useBeds.ts';

/** Dialog about a bed. */
export type BedDialog = { kind: 'assign' | 'move' | 'edit'; bed: Bed };

interface BedAction {
  key: string;
  label: string;
  run: () => void;
}

/** Returns the actions that the bed's state allows; `ask` opens a form, `changed` reloads the beds. */
export function bedActions(bed: Bed, ask: (dialog: BedDialog) => void, changed: () => void): BedAction[] {
  const { id, version, state, customerId } = bed;
  const form = (key: BedDialog['kind'], label: string): BedAction => ({
    key,
    label,
    run: () => ask({ kind: key, bed }),
  });
  const to = (next: 'free' | 'reserved' | 'closed', label: string): BedAction => ({
    key: next,
    label,
    run: () =>
      void withToast(() => callApi(bedApi.editBed, { id, version, state: next }), { failed: '床位没有改' }).then(
        changed,
      ),
  });
  const edit = form('edit', '编辑…');
  if (state === 'closed') return [to('free', '启用'), edit];
  if (state !== 'taken')
    return [
      form('assign', '安排客户…'),
      state === 'free' ? to('reserved', '预留') : to('free', '取消预留'),
      to('closed', '停用'),
      edit,
    ];
  if (customerId === null) return [edit];
  const release = async () => {
    if (!(await box.confirm(`「${bed.customerName}」退出 ${bedName(bed)} 床？`, { ok: '退床' }))) return;
    await withToast(() => callApi(bedApi.releaseBed, { customerId, bedId: id }), {
      done: '已退床',
      failed: '没有退床',
    });
    changed();
  };
  const open = () => {
    location.hash = `#/customer/list/${customerId}`;
  };
  return [
    { key: 'open', label: '客户档案', run: open },
    form('move', '换床…'),
    { key: 'release', label: '退床…', run: () => void release() },
    edit,
  ];
}
