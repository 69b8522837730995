import type { OutputOf } from '#shared/endpoint.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { useCardData } from '#web/screen/useCardData.ts';
import { openInbox } from '#web/shell/inbox.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { homeApi } from '../contract.ts';
import { Card } from './Card.tsx';

type Row = OutputOf<typeof homeApi.getHomeNotice>['rows'][number];

/** Newest notices of the inbox without automatic ones, unread first; each opens in the inbox. */
export function NoticeCard() {
  const card = useCardData(homeApi.getHomeNotice, { live: true });
  return (
    <Card
      title="通知公告"
      card={card}
      note={
        card.data &&
        card.data.unread > 0 && (
          <LinkButton className="f12" onClick={() => openInbox({ unread: true, written: true })}>
            未读 {card.data.unread}
          </LinkButton>
        )
      }
      action={
        card.data &&
        card.data.rows.length > 0 && <LinkButton onClick={() => openInbox({ written: true })}>全部</LinkButton>
      }
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="above-12 below-12 f13 faint">还没有通知公告。发给你的会出现在这里</p>
        ) : (
          <ul className="above-4">
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
        className="home-notice row gap-8 full-width left ink lights pad-y-6 f13"
        onClick={() => openInbox({ noticeId: id })}
      >
        <Badge {...(level === 'normal' ? {} : { tone: level === 'urgent' ? 'urgent' : 'info' })} filled>
          {typeName}
        </Badge>
        <span className={open ? 'ellipsis bold' : 'ellipsis'} title={title}>
          {title}
        </span>
        {open && <span className="sr-only">，未读</span>}
        <time className="push rigid f12 faint" dateTime={publishedAt} title={fullTime(publishedAt)}>
          {listTime(publishedAt)}
        </time>
      </button>
    </li>
  );
}
