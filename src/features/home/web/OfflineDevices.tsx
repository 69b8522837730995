import { useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { duration, fullTime, missing } from '#web/data/format.ts';
import type { CardData } from '#web/screen/useCardData.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import type { homeApi } from '../contract.ts';
import { Card } from './Card.tsx';
import { causeOf } from './format.ts';

type Offline = OutputOf<typeof homeApi.getHomeOffline>;
type Row = Offline['rows'][number];

const first = 5;

/** Work list of devices that have been offline for over a day. */
export function OfflineDevices({ card }: { card: CardData<Offline> }) {
  const [all, setAll] = useState(false);
  const { data } = card;
  return (
    <Card
      title="离线设备"
      className="home-table home-offline hide"
      note={<span className="f12 faint">超过 24 小时，独居优先</span>}
      action={
        data &&
        data.rows.length > first && (
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `只看前 ${first} 台` : `全部 ${data.count}`}
          </LinkButton>
        )
      }
      card={card}
      lines={5}
    >
      {({ rows, count }) => (
        <>
          {rows.length === 0 ? (
            <p className="above-12 below-12 f13 faint">没有设备离线超过 24 小时</p>
          ) : (
            <Table rows={all ? rows : rows.slice(0, first)} />
          )}
          {all && count > rows.length && <p className="above-12 below-12 f13 faint">另有 {count - rows.length} 台</p>}
        </>
      )}
    </Card>
  );
}

function Table({ rows }: { rows: readonly Row[] }) {
  const now = useNow(60_000);
  const alarms = can('warn:list');
  return (
    <table className="f13 full-width">
      <thead>
        <tr>
          <th scope="col" className="w-person regular left f12 faint on-s2">
            客户
          </th>
          <th className="regular left f12 faint on-s2" scope="col">
            设备
          </th>
          <th scope="col" className="desk-only regular left f12 faint on-s2">
            地址
          </th>
          <th scope="col" className="w-span regular left f12 faint on-s2">
            离线时长
          </th>
          <th scope="col" className="w-cause desk-only regular left f12 faint on-s2">
            可能原因
          </th>
          <th scope="col" className="w-times regular left f12 faint on-s2">
            电量
          </th>
          {alarms && (
            <th scope="col" className="w-action desk-only regular left f12 faint on-s2">
              操作
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <b>{row.customerName ?? '未绑定'}</b>
              {row.alone && <small className="amber"> 独居</small>}
            </td>
            <td title={`${row.name} ${row.sn}`}>{row.model}</td>
            <td className="desk-only" title={row.area ?? undefined}>
              {row.area ?? missing}
            </td>
            <td title={`最后一次 ${fullTime(row.since)}`}>{duration((now - Date.parse(row.since)) / 1000)}</td>
            <td className="desk-only">{causeOf(row)}</td>
            <td className={row.battery !== null && row.battery <= 10 ? 'bold red' : undefined}>
              {row.battery === null ? missing : `${row.battery}%`}
            </td>
            {alarms && (
              <td className="desk-only">
                <a href={sosLink({ ...asList, equipmentSn: row.sn })}>告警</a>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
