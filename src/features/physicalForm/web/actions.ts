import { listLink, physicalApi } from '#features/physical/contract.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';
import type { PhysicalRecord } from './record.ts';

type Named = Pick<PhysicalRecord, 'id' | 'customerName' | 'date'>;

/** Most characters of a note and of a reason. */
const maxWords = 500;

/** Passes an examination after a question; returns whether it was passed. */
export async function approve({ id, customerName, date }: Named): Promise<boolean> {
  const sure = await box.confirm('通过后不能再改，只能作废。', {
    ...{ title: `审核 ${customerName} ${date} 的体检`, ok: '审核通过' },
  });
  if (!sure) return false;
  return succeeds(() => callApi(physicalApi.reviewPhysical, { id, approved: true }), '已审核', '审核失败');
}

/** Sends an examination back with a note; returns whether it was sent back. */
export async function sendBack({ id, customerName }: Named): Promise<boolean> {
  const note = await box.prompt('录入的人会看到这段话，改好后再提交。', {
    ...{ title: `退回 ${customerName} 的体检`, ok: '退回', label: '哪里要改', required: true },
    ...{ multiline: true, maxLength: maxWords, error: '请写明哪里要改' },
  });
  if (note === null) return false;
  return succeeds(() => callApi(physicalApi.reviewPhysical, { id, approved: false, note }), '已退回', '退回失败');
}

/** Voids an examination with a reason; returns whether it was voided. */
export async function voidIt({ id, customerName, date }: Named): Promise<boolean> {
  const reason = await box.prompt('作废后不再计入体检率和历年对比，由它产生的体征一起撤销。', {
    ...{ title: `作废 ${customerName} ${date} 的体检`, ok: '作废', danger: true, label: '作废原因', required: true },
    ...{ multiline: true, maxLength: maxWords, error: '请填写作废原因' },
  });
  if (reason === null) return false;
  return succeeds(() => callApi(physicalApi.voidPhysical, { id, reason }), '已作废', '作废失败');
}

/** Deletes a draft after a question and leads to the list. */
export async function removeDraft({ id, customerName, date }: Named): Promise<void> {
  const sure = await box.confirm(`${customerName} ${date}，填好的值和上传的报告一起删除，不能恢复。`, {
    ...{ title: '删除体检草稿', ok: '删除草稿', danger: true },
  });
  if (!sure) return;
  const removed = await succeeds(() => callApi(physicalApi.deletePhysical, { ids: [id] }), '已删除', '删除失败');
  if (removed) location.hash = listLink();
}
