import { can } from '#web/api/session.ts';
import type { ListActions } from '#web/crud/types.ts';
import { actionWithReason, confirmAction, runAction } from '#web/publication/confirmActions.ts';
import type { RowAction } from '#web/table/types.ts';
import { type NoticeRow, noticeApi } from '../contract.ts';

const { publishNotice, withdrawNotice, updateNoticePinned, copyNotice, deleteNotice } = noticeApi;

const isDraft = (row: NoticeRow) => row.status === 'draft';
const isOut = (row: NoticeRow) => row.status === 'waiting' || row.status === 'published';

function publish({ id, title, publishAt }: NoticeRow): Promise<boolean> {
  const question = publishAt === null ? `确认发布「${title}」？收到的人马上会看到。` : `确认按定时发布「${title}」？`;
  return confirmAction(question, { verb: '发布' }, () => runAction(publishNotice, { id }, '已发布', '发布'));
}

/** Publishes a waiting notice now. */
function publishNow({ id, title }: NoticeRow): Promise<boolean> {
  return confirmAction(`不等定时，马上发布「${title}」？`, { verb: '发布' }, () =>
    runAction(publishNotice, { id, publishAt: null }, '已发布', '发布'),
  );
}

function withdraw({ id, title, status }: NoticeRow): Promise<boolean> {
  const question =
    status === 'waiting' ? `撤回「${title}」，到时不再发布。` : `撤回「${title}」，它会从所有人的收件箱里消失。`;
  return actionWithReason(question, { verb: '撤回', rowLabel: '通知', danger: true }, (reason) =>
    runAction(withdrawNotice, { id, reason }, '已撤回', '撤回'),
  );
}

function pin({ id, pinned }: NoticeRow): Promise<boolean> {
  const label = pinned ? '取消置顶' : '置顶';
  return runAction(updateNoticePinned, { id, pinned: !pinned }, `已${label}`, label);
}

/** Adds a draft with the text of a notice. */
function copy({ id }: NoticeRow): Promise<boolean> {
  return runAction(copyNotice, { id }, '已复制为草稿', '复制');
}

function remove({ id, title }: NoticeRow): Promise<boolean> {
  return confirmAction(`确认删除草稿「${title}」？`, { verb: '删除', danger: true }, () =>
    runAction(deleteNotice, { ids: [id] }, '已删除', '删除'),
  );
}

/** Returns the actions of a notice by its state (domain.md 6.8). */
export function actionsOf(
  { show, edit, action }: ListActions<NoticeRow>,
  receipts: (row: NoticeRow) => void,
): RowAction<NoticeRow>[] {
  return [
    { key: 'preview', label: '预览', onClick: show },
    action('publish', '发布', publish, { shown: (row) => isDraft(row) && can('notice:publish') }),
    { key: 'edit', label: '编辑', onClick: edit, shown: (row) => isDraft(row) && can('notice:edit') },
    { key: 'receipts', label: '阅读情况', onClick: receipts, shown: (row) => row.audienceCount > 0 },
    action('now', '发布', publishNow, { shown: (row) => row.status === 'waiting' && can('notice:publish') }),
    action('withdraw', '撤回', withdraw, { shown: (row) => isOut(row) && can('notice:withdraw') }),
    action('pin', '置顶', pin, {
      shown: (row) => !row.pinned && (isDraft(row) || isOut(row)) && can('notice:publish'),
    }),
    action('unpin', '取消置顶', pin, { shown: (row) => row.pinned && can('notice:publish') }),
    action('copy', '复制', copy, { shown: () => can('notice:add') }),
    action('delete', '删除', remove, { tone: 'danger', shown: (row) => isDraft(row) && can('notice:delete') }),
  ];
}
