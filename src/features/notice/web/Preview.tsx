import { PreviewDrawer } from '#web/publication/PreviewDrawer.tsx';
import { PublicationMeta, timeText } from '#web/publication/PublicationMeta.tsx';
import { type NoticeRow, noticeLevels } from '../contract.ts';
import { audienceText, NoticeState } from './cells.tsx';
import { NoticeBody } from './NoticeBody.tsx';

/** Preview of a notice as its recipients see it, with its management data. */
export default function Preview({ row, onClose }: { row: NoticeRow; onClose: () => void }) {
  const publisher = row.publisherName ?? row.authorName;
  const reason = row.withdrawReason === null ? [] : [['撤回原因', row.withdrawReason] as const];
  const read = row.audienceCount === 0 ? null : `${row.readCount}/${row.audienceCount}`;
  const facts = [
    ['状态', <NoticeState key="state" status={row.status} />],
    ...reason,
    ['级别', noticeLevels[row.level]],
    ['接收范围', audienceText(row.audience)],
    ['已读/应读', read],
    ['需确认', row.needConfirm ? `是，已确认 ${row.confirmCount} 人` : '否'],
    ['公开', row.public ? '是' : '否'],
    ['起草人', row.authorName],
    ['定时', timeText(row.publishAt)],
    ['失效', timeText(row.expireAt)],
  ] as const;
  return (
    <PreviewDrawer title="预览" onClose={onClose}>
      <div className="publication-preview flex flex-wrap items-start gap-6">
        <NoticeBody notice={row} publisher={publisher} publishedAt={row.publishedAt} />
        <PublicationMeta facts={facts} />
      </div>
    </PreviewDrawer>
  );
}
