import { Check } from 'lucide-react';
import type { WarnLevel } from '#shared/codes.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { count, duration, fullTime, listTime, waiting } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { Card } from './Card.tsx';
import type { Home } from './useHome.ts';

type Queue = NonNullable<Home['queue']>;
type Own = NonNullable<Home['mine']>;

/** 待处理告警 and 我的处理中. */
export function QueueCards({ card, mine }: { card: Loaded<Queue>; mine: Loaded<Own> }) {
  const level = card.data?.level ?? null;
  return (
    <>
      <Card
        title="待处理告警"
        className={level === null ? 'home-queue' : `home-queue waits level${level}`}
        card={card}
        action={<a href={sosLink({ tab: 'pending' })}>打开工作台</a>}
      >
        {(data) => (
          <div className="home-waiting min-h-16 flex items-center flex-wrap gap-6">
            <a href={sosLink({ tab: 'pending' })} aria-label={`待处理告警 ${data.pending} 条`}>
              {count(data.pending)}
            </a>
            {data.longest === null ? <Calm last={data.last} /> : <Longest longest={data.longest} />}
            {data.deviceWork && data.deviceWork.open > 0 && <DeviceWork work={data.deviceWork} />}
          </div>
        )}
      </Card>
      {can('warn:claim') && (
        <Card title="我的处理中" card={mine} note={<span className="text-xs text-text3">{mine.data?.count}</span>}>
          {(data) => <Mine own={data} />}
        </Card>
      )}
    </>
  );
}

function Longest({ longest }: { longest: NonNullable<Queue['longest']> }) {
  const now = useNow(1000);
  return (
    <p className="flex flex-col min-w-0 text-[13px] text-text2">
      <b className="flex items-center gap-1.5 text-[15px] leading-6">
        <LevelSign level={longest.level as WarnLevel} size={16} decorative={false} /> 最久已等{' '}
        {waiting(now - Date.parse(longest.receivedAt))}
      </b>
      <span>
        {longest.name ?? '未知号码'} · {warnTypes[longest.type]}
      </span>
    </p>
  );
}

/** Device work, counted apart from the pending, with its own level sign. */
function DeviceWork({ work }: { work: NonNullable<Queue['deviceWork']> }) {
  return (
    <a
      className="home-device flex items-center gap-1.5 ml-auto text-[13px] whitespace-nowrap"
      href={sosLink({ tab: 'device' })}
    >
      <LevelSign level={(work.level ?? 4) as WarnLevel} size={16} decorative={false} /> 设备运维 {count(work.open)}{' '}
      条未结
    </a>
  );
}

/** Empty queue, with the alarm that was claimed last. */
function Calm({ last }: { last: Queue['last'] }) {
  return (
    <p className="flex flex-col min-w-0 text-[13px] text-text2">
      <b className="flex items-center gap-1.5 text-[15px] leading-6 text-success">
        <Check size={16} strokeWidth={3} aria-hidden="true" /> 没有人在等待
      </b>
      {last && (
        <span>
          最近一条 {listTime(last.createdAt).replace(/^(\d\d:\d\d):\d\d$/, '$1')} {last.customerName ?? '未知号码'}，
          {duration(last.responseSeconds)}接警
        </span>
      )}
    </p>
  );
}

function Mine({ own: { rows, count: total } }: { own: Own }) {
  const now = useNow(1000);
  if (rows.length === 0) return <p className="mt-3 mb-3 text-[13px] text-text3">手上没有告警</p>;
  return (
    <ul className="home-mine grid gap-2 mt-2">
      {rows.map((row) => (
        <li className="flex items-center gap-3 px-3 py-2 rounded-md border border-line bg-s2" key={row.id}>
          <LevelSign level={row.level as WarnLevel} size={20} decorative={false} />
          <span className="home-case flex flex-col flex-1 min-w-0">
            <span>
              <b>{row.customerName ?? '未知号码'}</b> {row.age !== null && `${row.age} 岁 · `}
              {warnTypes[row.type]}
            </span>
            <small className="text-xs text-text2">{row.progress ?? '已接警'}</small>
          </span>
          <time className="font-bold text-[15px]" dateTime={row.receivedAt} title={`${fullTime(row.receivedAt)} 收到`}>
            {waiting(now - Date.parse(row.receivedAt))}
          </time>
          <a className="button primary" href={sosLink({ tab: 'mine', id: row.id })}>
            继续
          </a>
        </li>
      ))}
      {total > rows.length && (
        <li className="text-[13px]">
          <a href={sosLink({ tab: 'mine' })}>另有 {total - rows.length} 条</a>
        </li>
      )}
    </ul>
  );
}
