import { Paperclip, Pin } from 'lucide-react';
import type { Attachment } from '#shared/attachment.ts';
import { fullTime } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { fileSize } from '#web/file/fileSize.ts';
import { RichText } from '#web/rich/RichText.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { type NoticeLevel, noticeLevels } from '../contract.ts';
import './inbox.css';

/** Tag for 重要 and 紧急; nothing for 普通. */
export function LevelTag({ level }: { level: NoticeLevel }) {
  return level === 'normal' ? null : (
    <Badge tone={level === 'urgent' ? 'urgent' : 'warn'} className="notice-level flex-none">
      {noticeLevels[level]}
    </Badge>
  );
}

interface Props {
  notice: {
    title: string;
    level: NoticeLevel;
    typeName: string;
    content: string;
    files: readonly Attachment[];
    pinned: boolean;
  };
  /** 周倩 · 2026-11-21 20:00:00. */
  publisher: string | null;
  publishedAt: string | null;
}

/** Full notice: head, text, attachments. */
export function NoticeBody({ notice, publisher, publishedAt }: Props) {
  return (
    <article className="notice-body">
      <h2 className="wrap-anywhere text-lg">
        <LevelTag level={notice.level} />
        {notice.title}
      </h2>
      <p className="notice-meta [&_svg]:align-[-2px] pb-2.5 gap-y-1 gap-x-3 flex flex-wrap text-xs text-text3 border-b border-line">
        <span>{notice.typeName}</span>
        {publisher !== null && <span>{publisher}</span>}
        <span>{publishedAt === null ? '尚未发布' : fullTime(publishedAt)}</span>
        {notice.pinned && (
          <span>
            <Pin size={12} aria-hidden="true" /> 置顶
          </span>
        )}
      </p>
      <RichText html={notice.content} />
      {notice.files.length > 0 && (
        <ul className="notice-files mt-3.5 pt-2.5 border-t border-line" aria-label="附件">
          {notice.files.map(({ id, name, size }) => (
            <li key={id}>
              <button
                className="max-md:min-h-11 inline-flex items-center gap-1.5 text-primary-text py-1 max-w-full"
                type="button"
                onClick={() => downloadFile(id)}
              >
                <Paperclip size={14} aria-hidden="true" />
                <span className="truncate">{name}</span>
                <small className="flex-none text-text3">{fileSize(size)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
