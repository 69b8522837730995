import { missing } from '#web/data/format.ts';
import { createdColumn, Moment, publishedColumn, titleColumn } from '#web/publication/columns.tsx';
import type { Column } from '#web/table/types.ts';
import { type NoticeRow, noticeLevels } from '../contract.ts';
import { LevelTag } from './NoticeBody.tsx';
import { audienceWords, NoticeState } from './words.tsx';

/** The list's columns (domain.md 6.8). */
export const columns: readonly Column<NoticeRow>[] = [
  titleColumn(240),
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
  publishedColumn,
  { key: 'expireAt', title: '失效时间', width: 96, sort: true, render: (row) => <Moment at={row.expireAt} /> },
  { key: 'authorName', title: '起草人', width: 88, hidden: true },
  createdColumn('起草时间'),
  { key: 'withdrawReason', title: '撤回原因', width: 180, hidden: true },
];
