import { CircleCheck, CircleSlash, Clock, FilePen, Hourglass, Image } from 'lucide-react';
import { count, missing } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { createdColumn, publishedColumn, titleColumn } from '#web/publication/columns.tsx';
import { stateOf } from '#web/publication/state.tsx';
import type { Column } from '#web/table/types.ts';
import { type NewsRow, newsStatuses } from '../contract.ts';

/** State of an article: glyph and word. */
export const NewsState = stateOf(newsStatuses, {
  draft: { glyph: FilePen },
  pending: { glyph: Hourglass, tone: 'asks' },
  waiting: { glyph: Clock, tone: 'waits' },
  published: { glyph: CircleCheck, tone: 'done' },
  offline: { glyph: CircleSlash },
});

/** A cover in 16:9, or the place where one is missing. */
export function Cover({ id }: { id: string | null }) {
  const empty = <Image size={14} aria-hidden="true" />;
  return <span className="news-cover">{id === null ? empty : <FileImage id={id} alt="" empty={empty} />}</span>;
}

/** The list's columns (domain.md 6.9). */
export const columns: readonly Column<NewsRow>[] = [
  { key: 'cover', title: '封面', width: 64, fixed: 'left', plain: true, render: (row) => <Cover id={row.coverId} /> },
  titleColumn(250),
  { key: 'category', title: '分类', width: 80, render: (row) => row.categoryName },
  { key: 'authorName', title: '作者', width: 72 },
  { key: 'source', title: '来源', width: 104 },
  {
    key: 'status',
    title: '状态',
    width: 116,
    render: (row) => (
      <span title={row.rejectReason ?? undefined}>
        <NewsState status={row.status} />
        {row.status === 'draft' && row.rejectReason !== null && <span className="news-rejected">被退回</span>}
      </span>
    ),
  },
  { key: 'viewCount', title: '阅读量', width: 72, sort: true, align: 'right', render: (row) => count(row.viewCount) },
  { key: 'sort', title: '排序', width: 60, sort: true, align: 'right' },
  { key: 'recommended', title: '推荐', width: 56, render: (row) => (row.recommended ? '推荐' : missing) },
  publishedColumn,
  { key: 'tags', title: '标签', width: 160, hidden: true, render: (row) => row.tags.join('、') || missing },
  { key: 'reviewerName', title: '审核人', width: 88, hidden: true },
  { key: 'rejectReason', title: '退回原因', width: 180, hidden: true },
  createdColumn('新建时间'),
];
