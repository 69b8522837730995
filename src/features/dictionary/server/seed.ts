import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { type BuiltInList, builtInLists, builtInParameters, entriesOf } from '#shared/dictionary.ts';

interface TypeRow {
  code: string;
  name: string;
  kind: 'list' | 'parameter';
  fixed: boolean;
  sort: number;
}

interface ItemRow {
  type: string;
  value: string;
  label: string;
  sort: number;
  color: string | null;
  amount: number | null;
  unit: string | null;
  min: number | null;
  max: number | null;
}

const lists: [code: string, list: BuiltInList][] = Object.entries(builtInLists);
const parameters = Object.entries(builtInParameters);
const noFigure = { amount: null, unit: null, min: null, max: null };

function types(): TypeRow[] {
  return [
    ...lists.map(([code, list], sort) => ({ code, name: list.name, kind: 'list' as const, fixed: !list.open, sort })),
    ...parameters.map(([code, { name }], sort) => ({
      code,
      name,
      kind: 'parameter' as const,
      fixed: true,
      sort: 100 + sort,
    })),
  ];
}

function items(): ItemRow[] {
  return [
    ...lists.flatMap(([type, { values, colors }]) =>
      entriesOf(values).map(([value, label], sort) => ({
        type,
        value,
        label,
        sort,
        color: colors?.[value] ?? null,
        ...noFigure,
      })),
    ),
    ...parameters.flatMap(([type, { values }]) =>
      Object.entries(values).map(([value, fields], sort) => ({ type, value, sort, color: null, ...fields })),
    ),
  ];
}

async function seedTypes(tx: Db): Promise<void> {
  await sql`
    insert into dictionary_type (code, name, kind, fixed, sort, built_in)
    select r.code, r.name, r.kind, r.fixed, r.sort, true
    from jsonb_to_recordset(${JSON.stringify(types())}::jsonb) as r (code text, name text, kind text, fixed boolean, sort int)
    on conflict (code) where deleted_at is null do update set kind = excluded.kind, fixed = excluded.fixed, built_in = true,
      sort = case when dictionary_type.version = 1 then excluded.sort else dictionary_type.sort end`.execute(tx);
}

async function seedItems(tx: Db): Promise<void> {
  await sql`
    insert into dictionary (type, value, label, sort, color, amount, unit, min, max, built_in)
    select r.type, r.value, r.label, r.sort, r.color, r.amount, r.unit, r.min, r.max, true
    from jsonb_to_recordset(${JSON.stringify(items())}::jsonb)
      as r (type text, value text, label text, sort int, color text, amount float8, unit text, min float8, max float8)
    on conflict (type, value) where deleted_at is null do nothing`.execute(tx);
}

/** Enumerations of domain.md 5 and the parameters; they are built in, edits by users stay. */
const seed: Seed = {
  order: 5,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await seedTypes(tx);
      await seedItems(tx);
    }),
};
export default seed;
