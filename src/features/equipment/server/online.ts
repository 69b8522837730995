import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { and, or } from '#server/db/values.ts';
import type { onlineStates } from '#shared/codes.ts';

// One rule in two tongues: whether a device is online, for rows that are read and for conditions on them.

type Online = keyof typeof onlineStates;

/** A device that reports so seldom sleeps between two reports, s; and falls asleep so long after one, ms. */
export const seldom = 3600;
export const awake = 600_000;

/**
 * Whether nothing is known of `device_state s` with its `model m` because its gateway is silent, or came back after the device
 * was last heard: also one that was offline before that has its own interval to report (`standing`).
 */
export function gatewayIsOffline(gatewayId: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from device_state g where g.device_id = ${gatewayId}
    and (not g.online or g.returned_at > s.last_seen_at
      and (s.online or g.last_seen_at < g.returned_at + make_interval(secs => m.offline_seconds))))`;
}

/** 在线, 离线, 休眠 (a device that reports about daily is not offline between two reports), 未激活, 网关离线. */
export function onlineLabel(state: {
  online: boolean | null;
  lastSeenAt: string | null;
  intervalSeconds: number;
  gatewayOffline: boolean;
}): Online {
  if (state.lastSeenAt === null) return 'never';
  if (state.gatewayOffline) return 'unknown';
  if (!state.online) return 'offline';
  const silent = Date.now() - Date.parse(state.lastSeenAt);
  return state.intervalSeconds >= seldom && silent > awake ? 'sleeping' : 'online';
}

const sleeps = sql`m.interval_seconds >= ${seldom}::int and s.last_seen_at < now() - interval '10 minutes'`;

/** The same as a condition on `device_state s`, `model m` and the device's gateway: in one of these states. */
export function onlineIs(gatewayId: Expression<unknown>, states: readonly Online[]): RawBuilder<SqlBool> {
  const gatewayDown = gatewayIsOffline(gatewayId);
  // Most devices have no gateway, and are not looked up among all states.
  const gatewayUp = sql`(${gatewayId} is null or not ${gatewayDown})`;
  const means: Readonly<Record<Online, RawBuilder<SqlBool>>> = {
    // What was never heard is not online: said, for those are found by an index.
    never: sql`(not s.online and s.last_seen_at is null)`,
    unknown: sql`(s.last_seen_at is not null and ${gatewayDown})`,
    offline: sql`(s.last_seen_at is not null and not s.online and ${gatewayUp})`,
    sleeping: sql`(s.online and ${sleeps} and ${gatewayUp})`,
    online: sql`(s.online and s.last_seen_at is not null and not (${sleeps}) and ${gatewayUp})`,
  };
  return and(or(...states.map((state) => means[state])));
}
