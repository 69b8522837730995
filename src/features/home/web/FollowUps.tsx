import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnResults, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { Card } from './Card.tsx';
import { dueText } from './format.ts';
import type { Home } from './useHome.ts';

type FollowUp = NonNullable<Home['followUp']>;
type Row = FollowUp['rows'][number];

/** 待回访 as a work list, the next due first. */
export function FollowUps({ card }: { card: Loaded<FollowUp> }) {
  return (
    <Card
      title="待回访"
      className="home-table overflow-hidden"
      note={<span className="text-xs text-text3">按到期时间</span>}
      action={card.data && card.data.count > 0 && <a href={sosLink({ tab: 'followUp' })}>全部 {card.data.count}</a>}
      card={card}
      lines={4}
    >
      {({ rows }) =>
        rows.length === 0 ? <p className="mt-3 mb-3 text-[13px] text-text3">没有要回访的人</p> : <Table rows={rows} />
      }
    </Card>
  );
}

function Table({ rows }: { rows: readonly Row[] }) {
  const now = useNow(60_000);
  return (
    <table className="text-[13px] w-full">
      <thead>
        <tr>
          <th scope="col" className="w-due font-normal text-left text-xs text-text3 bg-s2">
            到期
          </th>
          <th scope="col" className="w-person font-normal text-left text-xs text-text3 bg-s2">
            客户
          </th>
          <th scope="col" className="w-reason max-md:hidden font-normal text-left text-xs text-text3 bg-s2">
            事由
          </th>
          <th className="font-normal text-left text-xs text-text3 bg-s2" scope="col">
            上次情况
          </th>
          <th scope="col" className="w-times max-md:hidden font-normal text-left text-xs text-text3 bg-s2">
            次数
          </th>
          <th scope="col" className="w-action font-normal text-left text-xs text-text3 bg-s2">
            操作
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FollowUpRow key={row.id} row={row} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function FollowUpRow({ row, now }: { row: Row; now: number }) {
  const overdue = Date.parse(row.dueAt) < now;
  const last = [row.result && warnResults[row.result], row.note].filter(Boolean).join('，') || '—';
  return (
    <tr>
      <td className={overdue ? 'font-bold text-level2-text' : undefined} title={fullTime(row.dueAt, row.timeZone)}>
        {dueText(row.dueAt, now, row.timeZone)}
        {overdue && <span className="sr-only">，已过期</span>}
      </td>
      <td>
        <b>{row.customerName ?? '未知号码'}</b>
      </td>
      <td className="max-md:hidden">{reasonOf(row)}</td>
      <td title={last}>{last}</td>
      <td className="max-md:hidden">第 {row.times} 次</td>
      <td>
        <a href={sosLink({ tab: 'followUp', id: row.id })}>{can('warn:claim') ? '回访' : '查看'}</a>
      </td>
    </tr>
  );
}

/** Returns 跌倒后 24 小时 or 送医后 72 小时; from the second attempt on only the type, unless 送医. */
function reasonOf({ type, result, finishedAt, dueAt, times }: Row): string {
  const sent = result === 'hospital';
  if (finishedAt === null || (times > 1 && !sent)) return warnTypes[type];
  const hours = Math.round((Date.parse(dueAt) - Date.parse(finishedAt)) / 3_600_000);
  return `${sent ? '送医' : warnTypes[type]}后 ${hours} 小时`;
}
