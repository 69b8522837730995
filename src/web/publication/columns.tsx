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

/** An instant in a cell; the full timestamp on hover. */
export function Moment({ at }: { at: string | null }) {
  return at === null ? missing : <span title={fullTime(at)}>{listTime(at)}</span>;
}

/** The title, with a pin if it is pinned to the top. */
export function Title({ row: { pinned, title } }: { row: Pick<Publication, 'pinned' | 'title'> }) {
  return (
    <span className="[&_svg]:text-text3 inline-flex items-center gap-1.5 max-w-full">
      {pinned && <Pin size={13} aria-label="置顶" />}
      <strong className="overflow-hidden text-ellipsis">{title}</strong>
    </span>
  );
}

/** States before publication. */
const ahead = ['draft', 'pending', 'waiting'];

/** Published or planned publication time. */
export function Published({ row: { publishedAt, publishAt, status } }: { row: Publication }) {
  if (publishAt === null || !ahead.includes(status)) return <Moment at={publishedAt} />;
  return <span title={fullTime(publishAt)}>{listTime(publishAt)} 定时</span>;
}

/** Creation time; hidden until the user enables the column. */
export const begunColumn = (title: string): Column<object, 'createdAt'> => ({ ...createdColumn, title, hidden: true });
