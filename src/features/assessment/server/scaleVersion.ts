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

/** Returns the grades of a scale, best first: of its matrix, else of its sets of bands, each code once. */
export function gradesOf({ grade, bandSets = [] }: Pick<ScaleDefinition, 'grade' | 'bandSets'>) {
  const sets = bandSets.toSorted((a, b) => Number(b.default ?? false) - Number(a.default ?? false));
  const all = grade?.by === 'matrix' ? grade.grades : sets.flatMap((set) => ('bands' in set ? set.bands : []));
  const first = new Map(all.toReversed().map(({ code, label }) => [code, label]));
  return [...new Set(all.map(({ code }) => code))].map((code) => ({ code, label: first.get(code) ?? code }));
}

/** Returns the label of a grade; null without a grade, the code where the scale has no such grade. */
export function gradeLabel(
  definition: Pick<ScaleDefinition, 'grade' | 'bandSets'>,
  code: string | null,
): string | null {
  return code === null ? null : (gradesOf(definition).find((grade) => grade.code === code)?.label ?? code);
}
