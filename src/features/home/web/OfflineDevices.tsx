import { useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { duration, fullTime, missing } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import type { homeApi } from '../contract.ts';
import { Card } from './Card.tsx';
import { causeOf } from './format.ts';

type Offline = OutputOf<typeof homeApi.getHomeOffline>;
type Row = Offline['rows'][number];

const first = 5;

/** Work list of devices that have been offline for over a day. */
export function OfflineDevices({ card }: { card: Loaded<Offline> }) {
  const [all, setAll] = useState(false);
  const { data } = card;
  return (
    <Card
      title="离线设备"
      className="home-table home-offline overflow-hidden"
      note={<span className="text-xs text-text3">超过 24 小时，独居优先</span>}
      action={
        data &&
        data.rows.length > first && (
          <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `只看前 ${first} 台` : `全部 ${data.count}`}
          </Button>
        )
      }
      card={card}
      lines={5}
    >
      {({ rows, count }) => (
        <>
          {rows.length === 0 ? (
            <p className="mt-3 mb-3 text-[13px] text-text3">没有设备离线超过 24 小时</p>
          ) : (
            <Table rows={all ? rows : rows.slice(0, first)} />
          )}
          {all && count > rows.length && (
            <p className="mt-3 mb-3 text-[13px] text-text3">另有 {count - rows.length} 台</p>
          )}
        </>
      )}
    </Card>
  );
}

function Table({ rows }: { rows: readonly Row[] }) {
  const now = useNow(60_000);
  const alarms = can('warn:list');
  return (
    <table className="text-[13px] w-full">
      <thead>
        <tr>
          <th scope="col" className="w-person font-normal text-left text-xs text-text3 bg-s2">
            客户
          </th>
          <th className="font-normal text-left text-xs text-text3 bg-s2" scope="col">
            设备
          </th>
          <th scope="col" className="max-md:hidden font-normal text-left text-xs text-text3 bg-s2">
            地址
          </th>
          <th scope="col" className="w-span font-normal text-left text-xs text-text3 bg-s2">
            离线时长
          </th>
          <th scope="col" className="w-cause max-md:hidden font-normal text-left text-xs text-text3 bg-s2">
            可能原因
          </th>
          <th scope="col" className="w-times font-normal text-left text-xs text-text3 bg-s2">
            电量
          </th>
          {alarms && (
            <th scope="col" className="w-action max-md:hidden font-normal text-left text-xs text-text3 bg-s2">
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
              {row.alone && <small className="text-level2-text"> 独居</small>}
            </td>
            <td title={`${row.name} ${row.sn}`}>{row.model}</td>
            <td className="max-md:hidden" title={row.area ?? undefined}>
              {row.area ?? missing}
            </td>
            <td title={`最后一次 ${fullTime(row.since)}`}>{duration((now - Date.parse(row.since)) / 1000)}</td>
            <td className="max-md:hidden">{causeOf(row)}</td>
            <td className={row.battery !== null && row.battery <= 10 ? 'font-bold text-level1-text' : undefined}>
              {row.battery === null ? missing : `${row.battery}%`}
            </td>
            {alarms && (
              <td className="max-md:hidden">
                <a href={sosLink({ ...asList, equipmentSn: row.sn })}>告警</a>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
