import type { Cells } from '#web/crud/columns.tsx';
import { missing } from '#web/data/format.ts';
import { begunColumn, Published, Title } from '#web/publication/columns.tsx';
import type { ColumnOf } from '#web/table/types.ts';
import { type NoticeRow, type noticeApi, noticeLevels } from '../contract.ts';
import { audienceText, NoticeState } from './cells.tsx';
import { LevelTag } from './NoticeBody.tsx';

/** Cells that show more than their field (domain.md 6.8). */
export const cells: Cells<NoticeRow> = {
  title: (row) => <Title row={row} />,
  type: (row) => row.typeName,
  level: (row) => (row.level === 'normal' ? noticeLevels.normal : <LevelTag level={row.level} />),
  audience: (row) => audienceText(row.audience),
  status: (row) => <NoticeState status={row.status} />,
  publishedAt: (row) => <Published row={row} />,
};

/** Columns of the list in their order, with reader counts. */
export const columns: readonly ((keyof NoticeRow & string) | ColumnOf<typeof noticeApi.getNoticeList>)[] = [
  'title',
  'type',
  'level',
  'audience',
  'status',
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
  'publisherName',
  'publishedAt',
  'expireAt',
  'authorName',
  begunColumn('起草时间'),
  'withdrawReason',
];
