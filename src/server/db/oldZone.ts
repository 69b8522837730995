import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { productZone } from './zone.ts';

/** The zone of a row's project, as SQL text. */
export function zoneOf(projectId: AnyColumn | SQL): SQL<string> {
  return sql<string>`coalesce((select p.time_zone from project p where p.id = ${projectId}), ${productZone})`;
}

/** The beginning of today in the zone of a row's project. */
export function midnightOf(projectId: AnyColumn | SQL): SQL {
  const zone = zoneOf(projectId);
  return sql`(date_trunc('day', now() at time zone ${zone}) at time zone ${zone})`;
}

/** Before this no row of today is, whatever its zone: it lets an index be used. */
export const beforeToday = sql`now() - interval '26 hours'`;

const aDay = /^\d{4}-\d{2}-\d{2}$/;

/**
 * From and to, both included and optional. A day (YYYY-MM-DD) is one of the row's project: a list over two zones takes each
 * row's own.
 */
export function betweenMoments(
  column: AnyColumn,
  projectId: AnyColumn,
  from: string | undefined,
  to: string | undefined,
): (SQL | undefined)[] {
  const edge = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone ${zoneOf(projectId)})`;
  return [
    from &&
      (aDay.test(from)
        ? sql`${column} >= ${from}::date - 1 and ${column} >= ${edge(from, 0)}`
        : sql`${column} >= ${from}`),
    to && (aDay.test(to) ? sql`${column} < ${to}::date + 2 and ${column} < ${edge(to, 1)}` : sql`${column} <= ${to}`),
  ].map((condition) => condition || undefined);
}
