import { equipmentCells } from '#features/equipment/web/service.ts';
import { type gatewayApi, ways } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { count, missing } from '#web/data/format.ts';
import { gatewayAddress } from '../address.ts';

export type GatewayRow = OutputOf<typeof gatewayApi.getGatewayList>;

/** Formats a share of 0–1: 0.3%. */
export const shareText = (share: number | null): string =>
  share === null ? missing : `${Number((share * 100).toFixed(1))}%`;

/** Formats a delay: 350 毫秒, from a second 1.4 秒. */
export const delayText = (ms: number | null): string =>
  ms === null ? missing : ms < 1000 ? `${ms} 毫秒` : `${(ms / 1000).toFixed(1)} 秒`;

const { online, lastSeenAt, lastDataAt, signal, state, customerName } = equipmentCells;

/** Cells of the list (domain.md 6.19); those of a device are drawn as in its list. */
export const cells: Cells<GatewayRow> = {
  ...{ online, lastSeenAt, lastDataAt, signal, state, customerName },
  name: ({ id, name }) => (
    <a className="truncate text-text font-bold" href={gatewayAddress(id)}>
      {name}
    </a>
  ),
  sn: ({ sn }) => <span className="mono">{sn}</span>,
  mac: ({ mac }) => (mac === null ? missing : <span className="mono">{mac}</span>),
  address: ({ address }) => (address === null ? missing : <span className="mono">{address}</span>),
  childCount: ({ id, childCount, childOnline, childOffline }) => (
    <span
      className="inline-flex items-center gap-1"
      title={`在线 ${childOnline}，离线 ${childOffline}，共 ${childCount}`}
    >
      <b className="font-normal">
        {count(childOnline)}/{count(childCount)}
      </b>
      {childOffline > 0 && (
        <a className="text-xs text-level1-text" href={`${gatewayAddress(id)}?online=offline`}>
          离线 {count(childOffline)}
        </a>
      )}
    </span>
  ),
  way: ({ way }) => (way ? <span title={ways[way]}>{way.toUpperCase()}</span> : missing),
  latencyMs: ({ latencyMs }) => delayText(latencyMs),
  loss: ({ loss }) => shareText(loss),
};
