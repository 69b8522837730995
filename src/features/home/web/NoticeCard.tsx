import type { OutputOf } from '#shared/endpoint.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { openInbox } from '#web/shell/inbox.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { homeApi } from '../contract.ts';
import { Card } from './Card.tsx';

type Row = OutputOf<typeof homeApi.getHomeNotice>['rows'][number];

/** Newest notices of the inbox without automatic ones, unread first; each opens in the inbox. */
export function NoticeCard() {
  const card = useCall(homeApi.getHomeNotice, {}, { live: 'warns' });
  return (
    <Card
      title="通知公告"
      card={card}
      note={
        card.data &&
        card.data.unread > 0 && (
          <Button kind="link" className="text-xs" onClick={() => openInbox({ unread: true, written: true })}>
            未读 {card.data.unread}
          </Button>
        )
      }
      action={
        card.data &&
        card.data.rows.length > 0 && (
          <Button kind="link" onClick={() => openInbox({ written: true })}>
            全部
          </Button>
        )
      }
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="mt-3 mb-3 text-[13px] text-text3">还没有通知公告。发给你的会出现在这里</p>
        ) : (
          <ul className="mt-1">
            {rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
        )
      }
    </Card>
  );
}

function Line({ row }: { row: Row }) {
  const { id, title, typeName, level, publishedAt, open } = row;
  return (
    <li>
      <button
        type="button"
        className="home-notice flex items-center gap-2 w-full text-left text-text hover:bg-s3 py-1.5 text-[13px]"
        onClick={() => openInbox({ noticeId: id })}
      >
        <Badge {...(level === 'normal' ? {} : { tone: level === 'urgent' ? 'urgent' : 'info' })} filled>
          {typeName}
        </Badge>
        <span
          className={open ? 'overflow-hidden text-ellipsis font-bold' : 'overflow-hidden text-ellipsis'}
          title={title}
        >
          {title}
        </span>
        {open && <span className="sr-only">，未读</span>}
        <time className="ml-auto flex-none text-xs text-text3" dateTime={publishedAt} title={fullTime(publishedAt)}>
          {listTime(publishedAt)}
        </time>
      </button>
    </li>
  );
}
