import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';

export interface ScaleVersion {
  id: string;
  number: number;
  name: string;
  definition: ScaleDefinition;
}

/** Versions never change: those read last are kept in memory. */
const recent = new Map<string, ScaleVersion>();
const maxRecent = 200;

/** Returns these versions of scales by id. */
export async function scaleVersionsOf(tx: Db, ids: readonly string[]): Promise<(id: string) => ScaleVersion> {
  const unread = [...new Set(ids)].filter((id) => !recent.has(id));
  const rows =
    unread.length === 0
      ? []
      : await tx.rows(sql<ScaleVersion>`
          select id::text, number, name, definition from scale_version where id = any(${bigints(unread)})`);
  const byId = new Map([...recent, ...rows.map((row): [string, ScaleVersion] => [row.id, row])]);
  for (const row of rows) recent.set(row.id, row);
  for (const id of [...recent.keys()].slice(0, Math.max(0, recent.size - maxRecent))) recent.delete(id);
  return (id) => {
    const version = byId.get(id);
    if (!version) throw new Error(`no version ${id} of a scale`);
    return version;
  };
}

/** Returns a version of a scale. */
export async function scaleVersionOf(tx: Db, id: string): Promise<ScaleVersion> {
  return (await scaleVersionsOf(tx, [id]))(id);
}

/** Signatures of assessors that a scale asks for. */
export const signaturesOf = ({ assessors }: Pick<ScaleDefinition, 'assessors'>): number => assessors ?? 1;
