import { can } from '#web/api/session.ts';
import type { ListActions } from '#web/crud/types.ts';
import { box } from '#web/message/message.tsx';
import { actionWithReason, confirmAction, runAction } from '#web/publication/confirmActions.ts';
import type { RowAction } from '#web/table/types.ts';
import { type NewsRow, newsApi } from '../contract.ts';

const { submitNews, recallNews, approveNews, rejectNews, updateNewsStatus, updateNewsSort, deleteNews } = newsApi;

const isDraft = (row: NewsRow) => row.status === 'draft';
const isQuiet = (row: NewsRow) => row.status === 'draft' || row.status === 'offline';
const isOut = (row: NewsRow) => row.status === 'published' || row.status === 'waiting';
const isPending = (row: NewsRow) => row.status === 'pending';
const ownNewsHint = (row: NewsRow) => (row.mine ? '不能审核自己写的资讯，请由他人审核' : undefined);

const submit = ({ id }: NewsRow) => runAction(submitNews, { id }, '已提交审核', '提交');
const recall = ({ id }: NewsRow) => runAction(recallNews, { id }, '已取回为草稿', '取回');

function approve({ id, title, publishAt }: NewsRow): Promise<boolean> {
  const text = publishAt === null ? '通过后马上发布。' : '通过后到时发布。';
  return confirmAction(`审核通过「${title}」？${text}`, { verb: '审核通过' }, () =>
    runAction(approveNews, { id }, '已通过', '审核'),
  );
}

function reject({ id, title, authorName }: NewsRow): Promise<boolean> {
  return actionWithReason(`退回「${title}」给 ${authorName}。`, { verb: '退回', rowLabel: '资讯' }, (reason) =>
    runAction(rejectNews, { id, reason }, '已退回', '退回'),
  );
}

function takeOffline({ id, title }: NewsRow): Promise<boolean> {
  return confirmAction(`确认下线「${title}」？家属端不再显示。`, { verb: '下线', danger: true }, () =>
    runAction(updateNewsStatus, { id, status: 'disabled' }, '已下线', '下线'),
  );
}

const bringBack = ({ id }: NewsRow) => runAction(updateNewsStatus, { id, status: 'enabled' }, '已上线', '上线');

function recommend({ id, recommended }: NewsRow): Promise<boolean> {
  const label = recommended ? '取消推荐' : '推荐';
  return runAction(updateNewsSort, { id, recommended: !recommended }, `已${label}`, label);
}

function pin({ id, pinned }: NewsRow): Promise<boolean> {
  const label = pinned ? '取消置顶' : '置顶';
  return runAction(updateNewsSort, { id, pinned: !pinned }, `已${label}`, label);
}

/** Changes the sort number, also while the article is online. */
async function place({ id, title, sort }: NewsRow): Promise<boolean> {
  const typed = await box.prompt(`「${title}」在家属端的次序，数字大的在前。`, {
    title: '排序',
    label: '排序',
    ok: '保存',
    initial: String(sort),
    required: true,
    pattern: /^\d{1,4}$/,
    error: '排序须为0-9999',
  });
  return typed !== null && runAction(updateNewsSort, { id, sort: Number(typed) }, '已排序', '排序');
}

function remove({ id, title }: NewsRow): Promise<boolean> {
  return confirmAction(`确认删除「${title}」？`, { verb: '删除', danger: true }, () =>
    runAction(deleteNews, { ids: [id] }, '已删除', '删除'),
  );
}

/** Returns the actions of an article by its state (domain.md 6.9). */
export function actionsOf({ show, edit, action }: ListActions<NewsRow>): RowAction<NewsRow>[] {
  const judges = (row: NewsRow) => isPending(row) && can('news:approve');
  const places = () => can('news:status');
  const noCover = (row: NewsRow) => (row.coverId === null ? '还没有封面' : undefined);
  return [
    { key: 'preview', label: '预览', onClick: show },
    action('approve', '审核通过', approve, { shown: judges, blocked: ownNewsHint }),
    action('reject', '退回', reject, { shown: judges, blocked: ownNewsHint }),
    action('recall', '取回', recall, { shown: (row) => isPending(row) && row.mine && can('news:add') }),
    { key: 'edit', label: '编辑', onClick: edit, shown: (row) => isQuiet(row) && can('news:edit') },
    action('submit', '提交审核', submit, { shown: (row) => isDraft(row) && can('news:add'), blocked: noCover }),
    action('offline', '下线', takeOffline, { shown: (row) => isOut(row) && places() }),
    action('online', '上线', bringBack, { shown: (row) => row.status === 'offline' && places() }),
    action('pin', '置顶', pin, { shown: (row) => !row.pinned && row.status !== 'offline' && places() }),
    action('unpin', '取消置顶', pin, { shown: (row) => row.pinned && places() }),
    action('recommend', '推荐', recommend, { shown: (row) => !row.recommended && places() }),
    action('plain', '取消推荐', recommend, { shown: (row) => row.recommended && places() }),
    action('place', '排序…', place, { shown: places }),
    action('delete', '删除', remove, { tone: 'danger', shown: (row) => isQuiet(row) && can('news:delete') }),
  ];
}
