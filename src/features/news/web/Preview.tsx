import { Drawer } from 'antd';
import { useState } from 'react';
import { FileImage } from '#web/FileImage.tsx';
import { fullTime, listTime } from '#web/format.ts';
import { RichText } from '#web/rich/RichText.tsx';
import type { NewsRow } from '../contract.ts';
import { NewsState } from './columns.tsx';

/** An article as a family sees it on a phone, beside what the office knows of it. */
export default function Preview({ row, onClose }: { row: NewsRow; onClose: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      size={720}
      title="预览"
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="news-preview">
        <figure className="phone" aria-label="手机上的样子">
          <div className="phone-bar">资讯详情</div>
          <div className="phone-page">
            {row.coverId !== null && (
              <div className="phone-cover">
                <FileImage id={row.coverId} alt="封面" />
              </div>
            )}
            <h2>{row.title}</h2>
            <p className="phone-meta">
              {row.source ?? row.authorName} · {row.publishedAt === null ? '尚未发布' : listTime(row.publishedAt)}
            </p>
            {row.summary !== null && <p className="phone-summary">{row.summary}</p>}
            <RichText html={row.content} />
            {row.link !== null && (
              <a href={row.link} target="_blank" rel="noopener noreferrer">
                查看原文
              </a>
            )}
            {row.tags.length > 0 && (
              <p className="phone-tags">
                {row.tags.map((tag) => (
                  <span key={tag}>{tag}</span>
                ))}
              </p>
            )}
          </div>
        </figure>
        <dl className="news-facts">
          <dt>状态</dt>
          <dd>
            <NewsState status={row.status} />
          </dd>
          <dt>分类</dt>
          <dd>{row.categoryName}</dd>
          <dt>作者</dt>
          <dd>{row.authorName}</dd>
          <dt>新建</dt>
          <dd>{fullTime(row.createdAt)}</dd>
          <dt>审核</dt>
          <dd>{row.reviewerName ?? '—'}</dd>
          {row.rejectReason !== null && (
            <>
              <dt>退回原因</dt>
              <dd>{row.rejectReason}</dd>
            </>
          )}
          <dt>定时</dt>
          <dd>{row.publishAt === null ? '—' : fullTime(row.publishAt)}</dd>
          <dt>发布</dt>
          <dd>{row.publishedAt === null ? '—' : fullTime(row.publishedAt)}</dd>
          <dt>推荐</dt>
          <dd>{row.recommended ? '是' : '否'}</dd>
        </dl>
      </div>
    </Drawer>
  );
}
