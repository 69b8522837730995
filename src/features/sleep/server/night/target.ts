import { sql } from 'kysely';
import { int8s, texts } from '#server/db/pgBinary.ts';

/** Night of a device. */
export interface Target {
  deviceId: string;
  /** Day of waking, YYYY-MM-DD. */
  night: string;
}

/** Returns targets as a table `t (device, night)`. */
export const targetRows = (targets: readonly Target[]) => sql`
  unnest(${int8s(targets.map(({ deviceId }) => deviceId))}::bigint[], ${texts(targets.map(({ night }) => night))}::text[]::date[]) as t (device, night)`;
