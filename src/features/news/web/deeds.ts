import { box } from '#web/message.tsx';
import { succeeds } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import { type NewsRow, newsApi } from '../contract.ts';

/** Hands a draft to those who approve. */
export function submit(row: NewsRow): Promise<boolean> {
  return succeeds(() => call(newsApi.submitNews, { id: row.id }), '已提交审核', '提交失败');
}

/** Approves after asking; true when something changed. */
export async function approve(row: NewsRow): Promise<boolean> {
  const sure = await box.confirm(
    `审核通过「${row.title}」？${row.publishAt === null ? '通过后马上发布。' : '通过后到时发布。'}`,
    {
      ok: '通过',
    },
  );
  return sure && succeeds(() => call(newsApi.approveNews, { id: row.id }), '已通过', '审核失败');
}

/** Sends it back with a reason; true when something changed. */
export async function reject(row: NewsRow): Promise<boolean> {
  const reason = await box.prompt(`退回「${row.title}」给 ${row.authorName}。`, {
    title: '退回资讯',
    label: '退回原因',
    ok: '退回',
    required: true,
    multiline: true,
    maxLength: 200,
    validator: (typed) => typed.trim().length >= 2 || '请输入2-200个字的退回原因',
  });
  if (reason === null) return false;
  return succeeds(() => call(newsApi.rejectNews, { id: row.id, reason }), '已退回', '退回失败');
}

/** Online or offline; taking it off asks first. */
export async function switchStatus(row: NewsRow): Promise<boolean> {
  const off = row.status !== 'offline';
  if (off && !(await box.confirm(`确认下线「${row.title}」？家属端不再显示。`, { ok: '下线', danger: true })))
    return false;
  const status = off ? 'disabled' : 'enabled';
  return succeeds(() => call(newsApi.updateNewsStatus, { id: row.id, status }), off ? '已下线' : '已上线', '修改失败');
}

/** Recommends it, or no longer. */
export function recommend(row: NewsRow): Promise<boolean> {
  const recommended = !row.recommended;
  return succeeds(
    () => call(newsApi.updateNewsSort, { id: row.id, recommended }),
    recommended ? '已推荐' : '已取消推荐',
    '修改失败',
  );
}

/** Above everything that is listed now, or back among the others. */
export function toTop(row: NewsRow): Promise<boolean> {
  const sort = row.sort === 9999 ? 0 : 9999;
  return succeeds(
    () => call(newsApi.updateNewsSort, { id: row.id, sort }),
    sort === 0 ? '已取消置顶' : '已置顶',
    '修改失败',
  );
}

/** Deletes after asking; true when something changed. */
export async function remove(row: NewsRow): Promise<boolean> {
  if (!(await box.confirm(`确认删除「${row.title}」？`, { ok: '删除', danger: true }))) return false;
  return succeeds(() => call(newsApi.deleteNews, { ids: [row.id] }), '已删除', '删除失败');
}
