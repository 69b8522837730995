import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import type { scaleStatuses } from '../contract.ts';

/** A version of a scale as it is stored. */
export interface ScaleVersion {
  /** Of the version: what an assessment refers to. */
  id: string;
  code: string;
  number: number;
  status: keyof typeof scaleStatuses;
  definition: ScaleDefinition;
}

/** Returns a version of a scale, by default the newest; undefined if there is none. */
export function scaleVersion(db: Db, code: string, number?: number): Promise<ScaleVersion | undefined> {
  return db.row(sql<ScaleVersion>`
    select v.id::text as id, s.code, v.number, s.status, v.definition from scale s join scale_version v on v.scale_id = s.id
    where s.code = ${code} and (${number ?? null}::int is null or v.number = ${number ?? null}::int)
    order by v.number desc limit 1`);
}

/** Returns a version of a scale, by default the newest. Throws 404. */
export async function requireScaleVersion(db: Db, code: string, number?: number): Promise<ScaleVersion> {
  const version = await scaleVersion(db, code, number);
  if (!version) throw notFound(number === undefined ? '量表' : '量表的这个版本');
  return version;
}
