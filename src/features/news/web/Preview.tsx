import { count, listTime } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { PreviewDrawer } from '#web/publication/PreviewDrawer.tsx';
import { PublicationMeta, timeText } from '#web/publication/PublicationMeta.tsx';
import { RichText } from '#web/rich/RichText.tsx';
import type { NewsRow } from '../contract.ts';
import { NewsState } from './columns.tsx';

/** Preview of an article as on a family's phone, with its management data. */
export default function Preview({ row, onClose }: { row: NewsRow; onClose: () => void }) {
  const reason = row.rejectReason === null ? [] : [['退回原因', row.rejectReason] as const];
  const facts = [
    ['状态', <NewsState key="state" status={row.status} />],
    ...reason,
    ['分类', row.categoryName],
    ['作者', row.authorName],
    ['审核', row.reviewerName],
    ['新建', timeText(row.createdAt)],
    ['定时', timeText(row.publishAt)],
    ['发布', timeText(row.publishedAt)],
    ['阅读量', count(row.viewCount)],
    ['排序', row.sort],
    ['置顶', row.pinned ? '是' : '否'],
    ['推荐', row.recommended ? '是' : '否'],
  ] as const;
  return (
    <PreviewDrawer title="预览" onClose={onClose}>
      <div className="publication-preview flex flex-wrap items-start gap-6">
        <figure className="phone max-w-full flex-none bg-container overflow-hidden" aria-label="手机上的样子">
          <div className="phone-bar font-bold text-center border-b border-line px-3 py-3">资讯详情</div>
          <div className="phone-page text-[15px] overflow-y-auto">
            {row.coverId !== null && (
              <div className="phone-cover [&_img]:block [&_img]:size-full [&_img]:object-cover mb-3 bg-s3">
                <FileImage id={row.coverId} alt="封面" />
              </div>
            )}
            <h2>{row.title}</h2>
            <p className="mb-3 text-xs text-text3">
              {row.source ?? row.authorName} · {row.publishedAt === null ? '尚未发布' : listTime(row.publishedAt)}
            </p>
            {row.summary !== null && <p className="mb-3 text-text2 bg-s2 px-3 py-2 rounded-md">{row.summary}</p>}
            <RichText html={row.content} />
            {row.link !== null && (
              <a href={row.link} target="_blank" rel="noopener noreferrer">
                查看原文
              </a>
            )}
            {row.tags.length > 0 && (
              <p className="phone-tags flex flex-wrap gap-1.5">
                {row.tags.map((tag) => (
                  <span className="text-xs leading-5 text-text2 px-2 rounded-md border border-border" key={tag}>
                    {tag}
                  </span>
                ))}
              </p>
            )}
          </div>
        </figure>
        <PublicationMeta facts={facts} />
      </div>
    </PreviewDrawer>
  );
}
