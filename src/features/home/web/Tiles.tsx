import type { ReactNode } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { sosLink } from '#shared/sosLink.ts';
import { count, duration, missing } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Tile as Figure } from '#web/ui/Tile.tsx';
import { type homeApi, homeLists } from '../contract.ts';
import { percentText } from './format.ts';
import { filteredLink } from './links.ts';
import type { Home } from './useHome.ts';

type Today = NonNullable<Home['today']>;
type Offline = OutputOf<typeof homeApi.getHomeOffline>;
type FollowUp = NonNullable<Home['followUp']>;

interface Props {
  today: Loaded<Today>;
  followUp: Loaded<FollowUp>;
  /** Absent without the permission. */
  offline: Loaded<Offline> | undefined;
  onOffline: () => void;
}

/** Figures of the day; each links to its list. */
export function Tiles({ today, followUp, offline, onOffline }: Props) {
  return (
    <ul className="tiles home-card home-tiles min-w-0 rounded-lg border border-line bg-container" aria-label="今日">
      {today.problem !== undefined && today.data === undefined ? (
        <Tile name="今日告警" card={today} figure={missing} />
      ) : (
        <TodayTiles card={today} />
      )}
      <Tile
        name="待回访"
        card={followUp}
        figure={count(followUp.data?.count)}
        note={
          followUp.data && <NoteLink filters={homeLists.followUpToday}>{followUp.data.dueToday} 条今天到期</NoteLink>
        }
        link={sosLink({ tab: 'followUp' })}
      />
      {offline && (
        <Tile
          name="离线超 24 小时"
          card={offline}
          figure={count(offline.data?.count)}
          note={offline.data && <Alone alone={offline.data.alone} />}
          onClick={onOffline}
        />
      )}
    </ul>
  );
}

function Alone({ alone }: { alone: number }) {
  return alone > 0 ? <span className="text-level2-text">其中独居 {alone}</span> : '没有独居老人';
}

function TodayTiles({ card }: { card: Loaded<Today> }) {
  const { data } = card;
  const difference = (data?.today ?? 0) - (data?.yesterday ?? 0);
  return (
    <>
      <Tile
        name="今日告警"
        card={card}
        figure={count(data?.today)}
        note={data && `比昨日同时 ${difference > 0 ? '+' : ''}${difference}`}
        link={filteredLink(homeLists.today)}
      />
      <Tile
        name="已处理"
        card={card}
        figure={count(data?.done)}
        note={data && <NoteLink filters={homeLists.handling}>处理中 {data.handling}</NoteLink>}
        link={filteredLink(homeLists.done)}
      />
      <Tile
        name="误报"
        card={card}
        figure={count(data?.false)}
        note={percentText(data?.falseRate)}
        link={filteredLink(homeLists.false)}
      />
      <Tile
        name="平均响应"
        card={card}
        figure={duration(data?.responseMean)}
        note={<OnTime rate={data?.onTimeRate ?? null} />}
        link={filteredLink(homeLists.today)}
      />
      <Tile
        name="平均处置"
        card={card}
        figure={duration(data?.handlingMean)}
        note={data && data.handlingMedian !== null && `中位数 ${duration(data.handlingMedian)}`}
        link={filteredLink(homeLists.ended)}
      />
    </>
  );
}

function OnTime({ rate }: { rate: number | null }) {
  if (rate === null) return null;
  return (
    <NoteLink filters={homeLists.overdue} tone={rate >= 90 ? 'text-success' : 'text-level2-text'}>
      及时率 {percentText(rate)}
    </NoteLink>
  );
}

/** Link in the note of a tile, higher than its line: a target of 24 px. */
function NoteLink({ filters, tone = '', children }: { filters: object; tone?: string; children: ReactNode }) {
  return (
    <a href={filteredLink(filters)} className={`inline-block py-1 -my-1 ${tone}`}>
      {children}
    </a>
  );
}

interface TileProps {
  name: string;
  card: Loaded<unknown>;
  figure: string;
  unit?: string;
  note?: ReactNode;
  link?: string;
  onClick?: () => void;
}

/** Tile that fails alone and shows its error. */
export function Tile({ card, link, ...rest }: TileProps) {
  if (card.problem !== undefined && card.data === undefined) {
    return (
      <li className="tile lost">
        <span>{rest.name}</span>
        <em className="not-italic leading-8 text-text2">没有取到</em>
        <Button kind="link" className="text-xs" onClick={() => void card.reload()}>
          重试
        </Button>
      </li>
    );
  }
  return (
    <Figure {...rest} {...(link ? { href: link } : {})} className={card.problem !== undefined ? 'old' : undefined} />
  );
}
