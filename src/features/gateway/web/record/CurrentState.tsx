import { Figure } from '#features/equipment/web/service.ts';
import { childStates, gatewayApi, ways } from '#features/gateway/contract.ts';
import { now } from '#web/core/now.ts';
import { ago, count, duration, fullTime, listTime, missing } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { gatewayAddress } from '../address.ts';
import { type ChildFigure, type Pending, pendingFigures } from '../child/types.ts';
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

interface Props {
  gateway: Gateway;
  pending: Pending | undefined;
}

/** Figure 子设备: each number leads to the children that it counts. */
function Children({ gateway: { id, online, childCount, childOnline, childOffline }, pending }: Props) {
  const to = (filter: string) => `${gatewayAddress(id)}?${filter}`;
  const figures: ChildFigure[] = [
    ['离线', childOffline, 'online=offline'],
    ...(pending ? pendingFigures(pending) : []),
  ];
  const isCut = online === 'offline' && childCount > 0;
  const note = [
    isCut && '网关离线',
    ...figures.map(
      ([label, number, filter]) =>
        number > 0 && (
          <a key={label} className="text-text3" href={to(filter)}>
            {label} {count(number)}
          </a>
        ),
    ),
  ].filter(Boolean);
  return (
    <Figure label="子设备" note={<span className="inline-flex flex-wrap gap-x-2">{note}</span>}>
      <a className="text-text" href={to(`online=${childStates.childOnline.join(',')}`)}>
        {count(childOnline)}
      </a>{' '}
      <a className="text-text font-normal text-sm" href={to('known=registered')}>
        / {count(childCount)}
      </a>
    </Figure>
  );
}

/** Shows the current state of a gateway as figures (picture 20). */
export function CurrentState({ gateway, pending }: Props) {
  const { childCount, childLimit, latencyMs, loss, lastSeenAt } = gateway;
  return (
    <dl className="device-now border-b border-line" aria-label="实时状态">
      <Children gateway={gateway} pending={pending} />
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
