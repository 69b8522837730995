import { Pin } from 'lucide-react';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import './publication.css';

interface Publication {
  title: string;
  pinned: boolean;
  status: string;
  publishAt: string | null;
  publishedAt: string | null;
  createdAt: string;
}

/** An instant in a cell; the whole stamp on hover. */
export function Moment({ at }: { at: string | null }) {
  return at === null ? missing : <span title={fullTime(at)}>{listTime(at)}</span>;
}

/** The title, with its pin when it stands on top. */
export function titleColumn(width: number): Column<Publication> {
  return {
    key: 'title',
    title: '标题',
    width,
    fixed: 'left',
    sort: true,
    render: ({ pinned, title }) => (
      <span className="publication-title">
        {pinned && <Pin size={13} aria-label="置顶" />}
        <strong>{title}</strong>
      </span>
    ),
  };
}

/** States in which it is still to come out. */
const ahead = ['draft', 'pending', 'waiting'];

/** When it came out, or is to come out. */
export const publishedColumn: Column<Publication> = {
  key: 'publishedAt',
  title: '发布时间',
  width: 128,
  sort: true,
  render: ({ publishedAt, publishAt, status }) =>
    publishAt !== null && ahead.includes(status) ? (
      <span title={fullTime(publishAt)}>{listTime(publishAt)} 定时</span>
    ) : (
      <Moment at={publishedAt} />
    ),
};

/** When it was begun; shown by those who tick it. */
export function createdColumn(title: string): Column<Publication> {
  return {
    key: 'createdAt',
    title,
    width: 112,
    sort: true,
    hidden: true,
    render: ({ createdAt }) => <Moment at={createdAt} />,
  };
}
