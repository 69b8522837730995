import { Pin } from 'lucide-react';
import { createdColumn } from '#web/crud/columns.tsx';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import './publication.css';

interface Publication {
  title: string;
  pinned: boolean;
  status: string;
  publishAt: string | null;
  publishedAt: string | null;
}

/** An instant in a cell; the whole stamp on hover. */
export function Moment({ at }: { at: string | null }) {
  return at === null ? missing : <span title={fullTime(at)}>{listTime(at)}</span>;
}

/** The title, with its pin when it stands on top. */
export function Title({ row: { pinned, title } }: { row: Pick<Publication, 'pinned' | 'title'> }) {
  return (
    <span className="signs inline gap-6 max-full">
      {pinned && <Pin size={13} aria-label="置顶" />}
      <strong className="ellipsis">{title}</strong>
    </span>
  );
}

/** States in which it is still to come out. */
const ahead = ['draft', 'pending', 'waiting'];

/** When it came out, or is to come out. */
export function Published({ row: { publishedAt, publishAt, status } }: { row: Publication }) {
  if (publishAt === null || !ahead.includes(status)) return <Moment at={publishedAt} />;
  return <span title={fullTime(publishAt)}>{listTime(publishAt)} 定时</span>;
}

/** When it was begun; shown by those who tick it. */
export const begunColumn = (title: string): Column<object> => ({ ...createdColumn, title, hidden: true });
