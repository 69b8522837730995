import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { and, or } from '#server/db/values.ts';
import type { onlineStates } from '#shared/codes.ts';

// The online rule exists twice, in TypeScript for rows and in SQL for conditions: change both together.

type Online = keyof typeof onlineStates;

/** Report interval from which a device counts as sleeping between reports, s; and the time until it sleeps, ms. */
export const seldom = 3600;
export const awake = 600_000;

/**
 * Returns the condition that `device_state s` with `model m` is unknown: its gateway is offline, or returned after the
 * device was last heard. A device offline before that gets its own interval to report (see `onlineState`).
 */
export function gatewayIsOffline(gatewayId: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from device_state g where g.device_id = ${gatewayId}
    and (not g.online or g.returned_at > s.last_seen_at
      and (s.online or g.last_seen_at < g.returned_at + make_interval(secs => m.offline_seconds))))`;
}

/** Returns 在线, 离线, 休眠 (a device that reports rarely is not offline between two reports), 未激活 or 网关离线. */
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

/** Returns the condition that the device is in one of these states, on `device_state s`, `model m` and the gateway. */
export function onlineIs(gatewayId: Expression<unknown>, states: readonly Online[]): RawBuilder<SqlBool> {
  const gatewayDown = gatewayIsOffline(gatewayId);
  // Most devices have no gateway: `is null` first avoids the lookup.
  const gatewayUp = sql`(${gatewayId} is null or not ${gatewayDown})`;
  const means: Readonly<Record<Online, RawBuilder<SqlBool>>> = {
    // `not online` is implied, but lets the query use an index.
    never: sql`(not s.online and s.last_seen_at is null)`,
    unknown: sql`(s.last_seen_at is not null and ${gatewayDown})`,
    offline: sql`(s.last_seen_at is not null and not s.online and ${gatewayUp})`,
    sleeping: sql`(s.online and ${sleeps} and ${gatewayUp})`,
    online: sql`(s.online and s.last_seen_at is not null and not (${sleeps}) and ${gatewayUp})`,
  };
  return and(or(...states.map((state) => means[state])));
}
