import { box } from '#web/message.tsx';
import { succeeds } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import { type NoticeRow, noticeApi } from '../contract.ts';

/** Publishes a draft after asking; true when something changed. */
export async function publish(row: NoticeRow): Promise<boolean> {
  const sure = await box.confirm(
    row.publishAt === null ? `确认发布「${row.title}」？收到的人马上会看到。` : `确认按定时发布「${row.title}」？`,
    { ok: '发布' },
  );
  return sure && succeeds(() => call(noticeApi.publishNotice, { id: row.id }), '已发布', '发布失败');
}

/** Takes a notice back with a reason; true when something changed. */
export async function withdraw(row: NoticeRow): Promise<boolean> {
  const reason = await box.prompt(`撤回「${row.title}」，它会从所有人的收件箱里消失。`, {
    title: '撤回通知',
    label: '撤回原因',
    ok: '撤回',
    danger: true,
    required: true,
    multiline: true,
    maxLength: 200,
    validator: (typed) => typed.trim().length >= 2 || '请输入2-200个字的撤回原因',
  });
  if (reason === null) return false;
  return succeeds(() => call(noticeApi.withdrawNotice, { id: row.id, reason }), '已撤回', '撤回失败');
}

/** Puts a notice on top, or back. */
export function pin(row: NoticeRow): Promise<boolean> {
  const done = row.pinned ? '已取消置顶' : '已置顶';
  return succeeds(() => call(noticeApi.updateNoticePinned, { id: row.id, pinned: !row.pinned }), done, '置顶失败');
}

/** A new draft of the same text. */
export function copy(row: NoticeRow): Promise<boolean> {
  return succeeds(() => call(noticeApi.copyNotice, { id: row.id }), '已复制为草稿', '复制失败');
}

/** Deletes drafts after asking; true when something changed. */
export async function remove(rows: readonly NoticeRow[]): Promise<boolean> {
  const what = rows.length === 1 ? `草稿「${rows[0]?.title}」` : `${rows.length} 条草稿`;
  if (!(await box.confirm(`确认删除${what}？`, { ok: '删除', danger: true }))) return false;
  return succeeds(() => call(noticeApi.deleteNotice, { ids: rows.map(({ id }) => id) }), '已删除', '删除失败');
}
