import { Hospital, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { asList, sosLink } from '#shared/sosLink.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from './Card.tsx';
import { dueText } from './format.ts';
import type { Home } from './useHome.ts';

type Watch = NonNullable<Home['watch']>;
type Row = Watch['rows'][number];

const first = 5;

/** Customers that the shift watches closely, each with the reason and a link to the alarm or alarms. */
export function WatchCard({ card }: { card: Loaded<Watch> }) {
  const [all, setAll] = useState(false);
  const rows = card.data?.rows ?? [];
  return (
    <Card
      title="重点关注"
      card={card}
      note={<span className="text-xs text-text3">{rows.length} 人</span>}
      action={
        rows.length > first && (
          <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `只看前 ${first} 人` : `全部 ${rows.length}`}
          </Button>
        )
      }
    >
      {() =>
        rows.length === 0 ? (
          <p className="mt-3 mb-3 text-[13px] text-text3">72 小时内没有人送医，24 小时内没有人呼救 3 次以上</p>
        ) : (
          <ul className="home-watch *:not-first:border-t *:not-first:border-line mt-1">
            {(all ? rows : rows.slice(0, first)).map((row) => (
              <Watched key={row.hospital?.warnId ?? row.pressed?.warnId} row={row} />
            ))}
          </ul>
        )
      }
    </Card>
  );
}

function Watched({ row }: { row: Row }) {
  const { name, hospital, pressed } = row;
  return (
    <li className="flex flex-col gap-0.5 py-1.5 text-[13px]">
      <b>{name ?? '未知号码'}</b>
      {hospital && <InHospital name={name} {...hospital} />}
      {pressed && <Pressed row={row} {...pressed} />}
    </li>
  );
}

function InHospital({ name, warnId, finishedAt, followUpAt }: NonNullable<Row['hospital']> & Pick<Row, 'name'>) {
  const now = useNow(60_000);
  const link = sosLink({ tab: followUpAt === null ? 'done' : 'followUp', id: warnId });
  return (
    <a className="flex items-center gap-1.5" href={link} aria-label={`${name ?? '未知号码'} 已送医，打开告警`}>
      <Hospital className="flex-none" size={14} aria-hidden="true" />
      <span title={fullTime(finishedAt)}>
        {listTime(finishedAt)} 已送医
        {followUpAt === null ? '，没有待回访' : `，${dueText(followUpAt, now)} 回访`}
      </span>
    </a>
  );
}

function Pressed({ row, warnId, times, lastAt }: NonNullable<Row['pressed']> & { row: Row }) {
  const { customerId, name } = row;
  const link =
    customerId === null ? sosLink({ tab: 'all', id: warnId }) : sosLink({ ...asList, customerId, type: 'sos' });
  return (
    <a
      className="flex items-center gap-1.5"
      href={link}
      aria-label={`${name ?? '未知号码'} 24 小时内呼救 ${times} 次，打开告警`}
    >
      <RotateCw className="flex-none" size={14} aria-hidden="true" />
      <span title={fullTime(lastAt)}>
        24 小时内呼救 {times} 次，最近 {listTime(lastAt)}
      </span>
    </a>
  );
}
