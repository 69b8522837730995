import type { gatewayApi } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { listTime } from '#web/data/format.ts';
import type { Child } from '../child/types.ts';
import { type TopologyNode, weakBelow } from './layout.ts';

type Node = OutputOf<typeof gatewayApi.getGatewayTopology>['children'][number];

export interface DrawnChild extends TopologyNode {
  name: string;
  customerName: string | null;
  battery: number | null;
  lastSeenAt: string | null;
}

/** Returns the children to draw: the registered ones, and new ones, which the gateway alone names. */
export function drawnChildren(children: readonly Node[], pending: readonly Child[]): DrawnChild[] {
  const registered = children.map(({ id, name, position, online, ...node }) => ({
    ...{ id, name, room: roomOf(position), state: online },
    ...node,
  }));
  const newNodes = pending
    .filter(({ known }) => known === 'new')
    .map(({ number, wireName, signal, battery, lastSeenAt }) => ({
      ...{ id: number, name: wireName ?? number, room: '', state: 'new' as const, signal, battery, lastSeenAt },
      customerName: null,
    }));
  return [...registered, ...newNodes];
}

/** Returns the room of a position: its first word, 201 of 201 卫生间 and of 201-门口. */
export const roomOf = (position: string | null): string => position?.trim().split(/[\s\-/·,，]/)[0] ?? '';

export const isWeak = ({ state, signal }: TopologyNode): boolean =>
  signal !== null && signal < weakBelow && (state === 'online' || state === 'sleeping');

export const stateText = (state: TopologyNode['state']): string =>
  state === 'new' ? '新，未登记' : labelOf('online', state);

/** Describes a child as a sentence. */
export function describe(node: DrawnChild): string {
  const { name, customerName, state, signal, battery, lastSeenAt, room } = node;
  return [
    [room, name].filter(Boolean).join(' '),
    customerName,
    stateText(state),
    signal === null ? '信号未知' : `信号 ${signal}${isWeak(node) ? '，弱' : ''}`,
    battery === null ? null : `电量 ${battery}%`,
    lastSeenAt && `最近上报 ${listTime(lastSeenAt)}`,
  ]
    .filter(Boolean)
    .join('，');
}
