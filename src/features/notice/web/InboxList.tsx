import { Bell, Check, Paperclip, Pin } from 'lucide-react';
import { problemText } from '#web/api/feedback.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { LevelTag } from './NoticeBody.tsx';
import { type MyNotice, readAll, useNotices } from './noticeStore.ts';

interface Props {
  /** Undefined until the first answer. */
  rows: readonly MyNotice[] | undefined;
  /** Number of all rows that match the filter. */
  count: number;
  lost: string | undefined;
  unread: boolean;
  onUnread: (unread: boolean) => void;
  /** True: only notices written by users, none of the product itself. */
  written: boolean;
  onWritten: (written: boolean) => void;
  onRetry: () => void;
  onMore: () => void;
  onShow: (id: string) => void;
}

/** The inbox as rows: pinned first, unread ones bold with a dot. */
export function InboxList({ rows, count, lost, unread, onUnread, written, onWritten, onRetry, onMore, onShow }: Props) {
  const open = useNotices().count ?? 0;

  return (
    <>
      <div className="inbox-head sticky top-0 z-1 max-md:[&_.button]:min-h-11 flex items-center justify-between border-b border-line px-4 py-2.5 bg-elevated">
        <fieldset className="choice bg-s3 rounded-md" aria-label="看哪些">
          <button
            className="max-md:min-h-11 px-3 h-7 rounded-sm"
            type="button"
            aria-pressed={!unread}
            onClick={() => onUnread(false)}
          >
            全部
          </button>
          <button
            className="max-md:min-h-11 px-3 h-7 rounded-sm"
            type="button"
            aria-pressed={unread}
            onClick={() => onUnread(true)}
          >
            未读 {open > 0 && <b>{open}</b>}
          </button>
        </fieldset>
        <label className="inline-flex items-center gap-1.5 text-[13px]">
          <input type="checkbox" checked={written} onChange={(event) => onWritten(event.target.checked)} />
          只看通知公告
        </label>
        <Button kind="plain" disabled={open === 0} onClick={() => void markAll()}>
          <Check size={14} aria-hidden="true" /> 全部已读
        </Button>
      </div>
      {lost !== undefined && (
        <p className="inbox-lost text-level1-text px-4 py-2 bg-level1-tint" role="alert">
          通知没有取到：{lost}。告警接收不受影响。
          <Button kind="plain" onClick={onRetry}>
            重试
          </Button>
        </p>
      )}
      {rows === undefined ? (
        lost === undefined && <Empty className="inbox-empty">加载中…</Empty>
      ) : rows.length === 0 ? (
        <Nothing unread={unread} written={written} />
      ) : (
        <ul className="flex-none">
          {rows.map((row) => (
            <InboxLine key={row.id} row={row} onShow={onShow} />
          ))}
        </ul>
      )}
      {rows !== undefined && rows.length < count && (
        <Button className="max-md:min-h-11 mt-3 mx-4" onClick={onMore}>
          再看 {Math.min(30, count - rows.length)} 条，共 {count} 条
        </Button>
      )}
    </>
  );
}

function Nothing({ unread, written }: Pick<Props, 'unread' | 'written'>) {
  const text = written ? '还没有发给你的通知公告。' : '还没有人给你发过通知。';
  return (
    <Empty className="inbox-empty">
      <Bell size={36} strokeWidth={1.2} aria-hidden="true" />
      <strong>{unread ? '没有未读通知' : '暂无数据'}</strong>
      <span>{unread ? '都看过了。' : text}</span>
    </Empty>
  );
}

async function markAll(): Promise<void> {
  try {
    await readAll();
    toast.success('已全部标为已读');
  } catch (error) {
    toast.error(problemText(error));
  }
}

function InboxLine({ row, onShow }: { row: MyNotice; onShow: (id: string) => void }) {
  const waits = row.needConfirm && row.confirmedAt === null;
  return (
    <li>
      <button
        type="button"
        className="inbox-line block text-left text-text border-b border-line w-full hover:bg-s3 px-4 py-2.5"
        onClick={() => onShow(row.id)}
      >
        <span
          className={`inbox-title flex items-center gap-1.5 leading-5.5 ${row.readAt === null || waits ? 'font-bold' : ''}`}
        >
          {row.readAt === null && <i className="dot tone-info text-tone" role="img" aria-label="未读" />}
          <LevelTag level={row.level} />
          <span className="truncate">{row.title}</span>
        </span>
        <span className="[&_svg]:align-[-2px] flex items-center gap-2.5 text-xs leading-4.5 text-text3">
          {row.pinned && <Pin size={12} aria-label="置顶" />}
          <span>{row.typeName}</span>
          <span>{row.publisherName}</span>
          {row.files.length > 0 && (
            <span>
              <Paperclip size={12} aria-hidden="true" /> {row.files.length} 个附件
            </span>
          )}
          {waits && <span className="text-level2-text">待确认</span>}
          <time className="ml-auto" dateTime={row.publishedAt} title={fullTime(row.publishedAt)}>
            {listTime(row.publishedAt)}
          </time>
        </span>
      </button>
    </li>
  );
}
