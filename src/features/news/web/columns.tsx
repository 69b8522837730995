import { CircleCheck, CircleSlash, Clock, FilePen, Hourglass, Image } from 'lucide-react';
import type { Cells } from '#web/crud/columns.tsx';
import { count, missing } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { begunColumn, Published, Title } from '#web/publication/columns.tsx';
import { stateOf } from '#web/publication/state.tsx';
import type { ColumnOf } from '#web/table/types.ts';
import { type NewsRow, type newsApi, newsStatuses } from '../contract.ts';

/** State of an article: icon and label. */
export const NewsState = stateOf(newsStatuses, {
  draft: { glyph: FilePen },
  pending: { glyph: Hourglass, tone: 'asks' },
  waiting: { glyph: Clock, tone: 'waits' },
  published: { glyph: CircleCheck, tone: 'done' },
  offline: { glyph: CircleSlash },
});

/** Cover in 16:9, or a placeholder. */
export function Cover({ id }: { id: string | null }) {
  const empty = <Image size={14} aria-hidden="true" />;
  return (
    <span className="news-cover place-items-center [&_img]:block [&_img]:size-full [&_img]:object-cover text-text3 bg-s3 overflow-hidden grid rounded-sm">
      {id === null ? empty : <FileImage id={id} alt="" empty={empty} />}
    </span>
  );
}

/** Cells that show more than their field (domain.md 6.9). */
export const cells: Cells<NewsRow> = {
  coverId: (row) => <Cover id={row.coverId} />,
  title: (row) => <Title row={row} />,
  category: (row) => row.categoryName,
  status: (row) => (
    <span title={row.rejectReason ?? undefined}>
      <NewsState status={row.status} />
      {row.status === 'draft' && row.rejectReason !== null && (
        <span className="news-rejected text-xs text-level2-text ml-2">被退回</span>
      )}
    </span>
  ),
  viewCount: (row) => count(row.viewCount),
  recommended: (row) => (row.recommended ? '推荐' : missing),
  publishedAt: (row) => <Published row={row} />,
};

/** Columns of the list in their order. */
export const columns: readonly ((keyof NewsRow & string) | ColumnOf<typeof newsApi.getNewsList>)[] = [
  'coverId',
  'title',
  'category',
  'authorName',
  'source',
  'status',
  'viewCount',
  'sort',
  'recommended',
  'publishedAt',
  'tags',
  'reviewerName',
  'rejectReason',
  begunColumn('新建时间'),
];
