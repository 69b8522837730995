import { Figure } from '#features/equipment/web/service.ts';
import { gatewayApi, ways } from '#features/gateway/contract.ts';
import { now } from '#web/core/now.ts';
import { ago, count, duration, fullTime, listTime, missing } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { type Pending, pendingText } from '../child/types.ts';
import { delayText, shareText } from '../list/cells.tsx';
import { gapsOf, spanText } from './beats.ts';
import type { Gateway } from './types.ts';

/** Poll interval of the signs of life, ms. */
export const beatPollMs = 20_000;

/** Figure 上次断开: the last silence within 24 hours. */
function LastGap({ id, online }: Gateway) {
  const { data = [] } = useCall(gatewayApi.getGatewayBeats, { id }, { refetchInterval: beatPollMs });
  const gap = gapsOf(data, online === 'online').at(-1);
  if (!gap)
    return (
      <Figure label="上次断开" note={data.length > 0 && '24 小时内没有'}>
        {missing}
      </Figure>
    );
  return (
    <Figure label="上次断开" note={spanText(gap)}>
      {gap.isOpen ? '至今' : duration((gap.to - gap.from) / 1000)}
    </Figure>
  );
}

function Link({ link, lastSeenAt, protocol }: Gateway) {
  if (link === null)
    return (
      <Figure label="连接" note={lastSeenAt === null ? '还没有连接过' : '已断开'}>
        {missing}
      </Figure>
    );
  const isBestEffort = link.way === 'http' && protocol === 'lorawan';
  const note = isBestEffort ? '尽力而为：对方只发一次' : link.address && <span className="mono">{link.address}</span>;
  return (
    <Figure label="连接" note={note}>
      {ways[link.way]}
    </Figure>
  );
}

/** Shows the current state of a gateway as figures (picture 20). */
export function CurrentState({ gateway, pending }: { gateway: Gateway; pending: Pending | undefined }) {
  const { childCount, childOnline, childOffline, childLimit, latencyMs, loss, lastSeenAt } = gateway;
  const isCut = gateway.online === 'offline' && childCount > 0;
  const children = [
    isCut ? '网关离线' : '',
    childOffline > 0 ? `离线 ${childOffline}` : '',
    ...(pending ? pendingText(pending) : []),
  ];
  return (
    <dl className="device-now border-b border-line" aria-label="实时状态">
      <Figure label="子设备" note={children.filter(Boolean).join(' · ')}>
        {count(childOnline)} <span className="font-normal text-sm">/ {count(childCount)}</span>
      </Figure>
      <Figure label="延迟" note={latencyMs === null ? '一小时内没有' : '一小时中位数'}>
        {delayText(latencyMs)}
      </Figure>
      <Figure label="丢包" note={loss === null ? '没有序号可算' : '按消息序号'}>
        {shareText(loss)}
      </Figure>
      <Link {...gateway} />
      <Figure label="最近消息" note={lastSeenAt && ago(now() - Date.parse(lastSeenAt))}>
        {lastSeenAt ? <time title={fullTime(lastSeenAt)}>{listTime(lastSeenAt)}</time> : missing}
      </Figure>
      <LastGap {...gateway} />
      <Figure label="软件">
        <span className="wrap-anywhere">{gateway.software ?? missing}</span>
      </Figure>
      <Figure label="上限" note={gateway.mayCreate ? '可自行登记' : '不许自行登记'}>
        {count(childCount)} <span className="font-normal text-sm">/ {count(childLimit)}</span>
      </Figure>
    </dl>
  );
}
