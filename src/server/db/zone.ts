import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from './db.ts';
import { idIn } from './filter.ts';
import { type Column, column } from './values.ts';

/** Time zone of rows without a project. */
export const productZone = 'Asia/Shanghai';

/** Returns SQL for the time zone of a row's project. */
export function zoneOf(projectId: Column): RawBuilder<string> {
  return sql<string>`coalesce((select p.time_zone from project p where p.id = ${column(projectId)}), ${productZone})`;
}

/** Returns SQL for midnight today in the zone of a row's project. */
export function midnightOf(projectId: Column): RawBuilder<string> {
  const zone = zoneOf(projectId);
  return sql<string>`(date_trunc('day', now() at time zone ${zone}) at time zone ${zone})`;
}

/** Lower bound of today in any time zone: allows an index scan. */
export const beforeToday = sql<string>`now() - interval '26 hours'`;

const aDay = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the conditions from and to, both inclusive and optional. A day (YYYY-MM-DD) is a day in the zone of each
 * row's project.
 */
export function betweenMoments(
  of: Column,
  projectId: Column,
  from: string | undefined,
  to: string | undefined,
): (RawBuilder<SqlBool> | undefined)[] {
  const at = column(of);
  const edge = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone ${zoneOf(projectId)})`;
  return [
    from &&
      (aDay.test(from)
        ? sql<SqlBool>`${at} >= ${from}::date - 1 and ${at} >= ${edge(from, 0)}`
        : sql<SqlBool>`${at} >= ${from}`),
    to &&
      (aDay.test(to) ? sql<SqlBool>`${at} < ${to}::date + 2 and ${at} < ${edge(to, 1)}` : sql<SqlBool>`${at} <= ${to}`),
  ].map((condition) => condition || undefined);
}

/** Returns the viewer's default time zone: of the first project in scope, the built-in `default` project last. */
export async function viewerZone(tx: Db, { scope }: Pick<Viewer, 'scope'>): Promise<string> {
  const inScope = idIn(sql`p.id`, scope.projects);
  const row = await tx.row(sql<{ zone: string }>`
    select p.time_zone as zone from project p
    where p.deleted_at is null and ${inScope ?? sql`true`} order by (p.code = 'default'), p.id limit 1`);
  return row?.zone ?? productZone;
}
