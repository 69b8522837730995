import { sql } from 'kysely';
import type { FileRow } from '#features/import/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { bedsOf } from './bed.ts';

interface Bed {
  id: string;
  name: string;
  /** The bed's department and all departments above it. */
  path: string[];
  taken: boolean;
  closed: boolean;
}

const name = sql<string>`concat(b.building, ' ', b.room, '-', b.bed)`;

/** Normalizes a bed's name in a file: blanks are ignored. */
const keyOf = (text: string) => text.replace(/\s+/g, '');

/** Returns the beds in scope that a file names, by name without blanks. */
async function bedsNamed(viewer: Viewer, names: readonly string[]): Promise<Map<string, Bed[]>> {
  if (names.length === 0) return new Map();
  const keys = new Set(names.map(keyOf));
  const rows = await bedsOf(db, viewer)
    .select([
      'b.id',
      name.as('name'),
      sql<string[]>`d.path::text[]`.as('path'),
      sql<boolean>`b.customer_id is not null`.as('taken'),
      sql<boolean>`b.state = 'closed'`.as('closed'),
    ])
    .execute();
  return Map.groupBy(
    rows.filter((row) => keys.has(keyOf(row.name))),
    (row) => keyOf(row.name),
  );
}

/** Assigns a bed to each new customer of a file: free, in the customer's department or below it, used once per file. */
export async function bedChooser(viewer: Viewer, names: readonly string[]) {
  const byName = await bedsNamed(viewer, names);
  const used = new Map<string, number>();
  const choose = (text: string, departmentId: string, row: number): { id: string } | { msg: string } => {
    const [bed, ...others] = (byName.get(keyOf(text)) ?? []).filter(({ path }) => path.includes(departmentId));
    if (!bed) return { msg: '所在部门没有这张床位' };
    if (others.length > 0) return { msg: '有多张同名床位，请把部门写到下一级' };
    if (bed.taken) return { msg: '该床位已有人' };
    if (bed.closed) return { msg: '该床位已停用' };
    const first = used.get(bed.id);
    if (first !== undefined) return { msg: `与第 ${first} 行的床位重复` };
    used.set(bed.id, row);
    return { id: bed.id };
  };
  return (
    { row, cells }: FileRow,
    departmentId: string,
    input: { bedId?: string | undefined },
    problems: FieldProblem[],
  ): void => {
    if (!cells.bed) return;
    const bed = choose(cells.bed, departmentId, row);
    if ('id' in bed) input.bedId = bed.id;
    else problems.push({ field: 'bed', rule: 'free', msg: bed.msg });
  };
}
