import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { WarningLevel } from '#shared/health/rule/definition.ts';
import type { Standing } from '#shared/health/rule/judgeSign.ts';
import { type Sign, signKey } from './states.ts';

/** Subject of the warns of a sign of a person. */
export const subjectOf = ({ customerId, metric }: Sign) => `h:${customerId}:${metric}`;

interface Row {
  subject: string;
  level: WarningLevel;
  status: 'pending' | 'handling' | 'done' | 'false';
  endedAt: string | null;
}

/** Longest cool-down, hours. */
const longestRest = 24;

/** Returns the open warning and the one that ended last of each sign, by its key. Locks the open ones. */
/** Standings by the key of a sign. */
export type Standings = ReadonlyMap<string, Standing>;

export async function standingsOf(tx: Db, signs: readonly Sign[]): Promise<Map<string, Standing>> {
  const byKey = new Map(signs.map((sign) => [signKey(sign), { open: null, ended: null } as Standing]));
  if (signs.length === 0) return byKey;
  const keyOf = new Map(signs.map((sign) => [subjectOf(sign), signKey(sign)]));
  const subjects = [...keyOf.keys()];
  const rows = [
    ...(await tx.rows(sql<Row>`
      select w.subject, w.level, w.status, null as "endedAt" from warn w
      where w.type = 'health' and w.subject = ${any(subjects)} and w.status in ('pending', 'handling') order by w.id for update`)),
    ...(await tx.rows(sql<Row>`
      select distinct on (w.subject) w.subject, w.level, w.status, w.finished_at as "endedAt" from warn w
      where w.type = 'health' and w.subject = ${any(subjects)} and w.status in ('done', 'false')
        and w.finished_at > now() - make_interval(hours => ${longestRest}) order by w.subject, w.finished_at desc`)),
  ];
  for (const row of rows) {
    const key = keyOf.get(row.subject) ?? '';
    const standing = byKey.get(key) ?? { open: null, ended: null };
    byKey.set(
      key,
      row.endedAt === null
        ? { ...standing, open: { level: row.level, isTaken: row.status === 'handling' } }
        : { ...standing, ended: { level: row.level, at: Date.parse(row.endedAt) } },
    );
  }
  return byKey;
}
