import { Pin } from 'lucide-react';
import { fullTime, listTime, missing } from '#web/format.ts';
import type { Column } from '#web/table/types.ts';
import { type NoticeRow, noticeLevels } from '../contract.ts';
import { LevelTag } from './NoticeBody.tsx';
import { audienceWords, NoticeState } from './words.tsx';

function Time({ at }: { at: string | null }) {
  return at === null ? missing : <span title={fullTime(at)}>{listTime(at)}</span>;
}

/** The list's columns (domain.md 6.8). */
export const columns: readonly Column<NoticeRow>[] = [
  {
    key: 'title',
    title: '标题',
    width: 240,
    fixed: 'left',
    sort: true,
    render: (row) => (
      <span className="notice-title">
        {row.pinned && <Pin size={13} aria-label="置顶" />}
        <strong>{row.title}</strong>
      </span>
    ),
  },
  { key: 'type', title: '类型', width: 80, render: (row) => row.typeName },
  {
    key: 'level',
    title: '级别',
    width: 64,
    render: (row) => (row.level === 'normal' ? noticeLevels.normal : <LevelTag level={row.level} />),
  },
  { key: 'audience', title: '接收范围', width: 140, render: (row) => audienceWords(row.audience) },
  { key: 'status', title: '状态', width: 88, render: (row) => <NoticeState status={row.status} /> },
  {
    key: 'read',
    title: '已读/应读',
    width: 80,
    align: 'right',
    render: (row) => (row.audienceCount === 0 ? missing : `${row.readCount}/${row.audienceCount}`),
  },
  {
    key: 'confirmed',
    title: '已确认',
    width: 72,
    hidden: true,
    align: 'right',
    render: (row) => (row.needConfirm && row.audienceCount > 0 ? row.confirmCount : missing),
  },
  { key: 'publisherName', title: '发布人', width: 72, render: (row) => row.publisherName ?? missing },
  {
    key: 'publishedAt',
    title: '发布时间',
    width: 120,
    sort: true,
    render: (row) =>
      row.status === 'waiting' && row.publishAt !== null ? (
        <span title={fullTime(row.publishAt)}>{listTime(row.publishAt)} 定时</span>
      ) : (
        <Time at={row.publishedAt} />
      ),
  },
  { key: 'expireAt', title: '失效时间', width: 96, sort: true, render: (row) => <Time at={row.expireAt} /> },
  { key: 'authorName', title: '起草人', width: 88, hidden: true },
  {
    key: 'createdAt',
    title: '起草时间',
    width: 112,
    sort: true,
    hidden: true,
    render: (row) => <Time at={row.createdAt} />,
  },
  { key: 'withdrawReason', title: '撤回原因', width: 180, hidden: true },
];
