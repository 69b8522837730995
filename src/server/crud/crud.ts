// crud: reads and writes a noun that is listed and edited, as its contract declares it.

import { type RawBuilder, sql } from 'kysely';
import { invalidField, notFound } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { inBatches } from '#server/db/cursor.ts';
import type { Db } from '#server/db/db.ts';
import { type Change, command } from '#server/feature/command.ts';
import { type Link, staleWithLinks } from '#server/feature/stale.ts';
import type { Paged } from '#shared/envelope.ts';
import type { AddInput, EditInput, Fields, Noun, Row } from '#shared/noun.ts';
import { masked } from './masked.ts';
import { conditionOf, type ListInput, orderOf } from './query.ts';
import {
  type AuditColumns,
  allRows,
  columnName,
  countRows,
  insertRow,
  lockRow,
  selectRows,
  updateRow,
} from './table.ts';

type May<T> = T | Promise<T>;
/** A row as it lies in the table. */
export type Stored<F> = Omit<Row<F>, 'createdAt'> & AuditColumns;

/** What was entered, of a new row or of one that is edited. */
export type Given<F> = Partial<AddInput<F>> | Partial<EditInput<F>>;
type Values = Readonly<Record<string, unknown>>;

/** What one noun does otherwise than another. */
export interface Hooks<F extends Fields> {
  /** Which rows the viewer may know of; the table goes by the noun's name. Absent: all. */
  where?(viewer: Viewer): May<RawBuilder<unknown> | undefined>;
  /** Fields that are counted or looked up, or that this viewer sees otherwise than they are stored. */
  columns?(viewer: Viewer): May<{ [K in keyof F]?: RawBuilder<unknown> }>;
  /** Order of the list unless asked otherwise, ending in a unique column; absent: the newest first. */
  order?: RawBuilder<unknown>;
  /** What is told of a row beyond its columns, row by row. */
  told?(viewer: Viewer, row: Row<F>): May<Row<F>>;
  /** Fields that lie in tables of their own: what a conflict says of them. */
  links?: readonly Link[];
  /** Throws when the viewer may not change this row, which is locked. */
  admit?(tx: Db, viewer: Viewer, row: Stored<F>): May<void>;
  /** Throws what is wrong with an input; answers further columns to be written. `before`: the row that is edited. */
  judge?(change: Change, viewer: Viewer, input: Given<F>, before: Stored<F> | null): May<Values | undefined>;
  /** Writes what is kept elsewhere. */
  saved?(change: Change, viewer: Viewer, id: string, input: Given<F>, before: Stored<F> | null): May<void>;
  /** Throws when the row cannot be deleted. */
  removed?(change: Change, viewer: Viewer, row: Stored<F>): May<void>;
}

/** A unique index has refused the value of a field that says so. */
function taken(noun: Noun, error: unknown): never {
  const index = sqlState(error) === '23505' ? constraintOf(error) : '';
  const [field, { unique = '' } = {}] =
    Object.entries(noun.fields).find(([key, one]) => one.unique && index.includes(columnName(key))) ?? [];
  throw field ? invalidField(field, unique, 'unique') : error;
}

/** 400 for a field that was set once and for all. */
function checkFixed(noun: Noun, input: object, before: object): void {
  for (const [field, { fixed, schema }] of Object.entries(noun.fields)) {
    const [given, kept] = [input, before].map((one) => (one as Record<string, unknown>)[field]);
    if (fixed && given !== undefined && given !== kept)
      throw invalidField(field, `${(schema as { title?: string }).title ?? ''}${fixed}`);
  }
}

/** The functions behind a noun's calls: list, get, add, edit and remove over the table of its name. */
export function crud<F extends Fields>(noun: Noun<F>, hooks: Hooks<F> = {}) {
  const plain: Noun = noun;

  async function chosen(viewer: Viewer, input: ListInput) {
    const more = ((await hooks.columns?.(viewer)) ?? {}) as Record<string, RawBuilder<unknown>>;
    const where = sql.join([conditionOf(plain, input), (await hooks.where?.(viewer)) ?? sql`true`], sql` and `);
    return { more, where, order: orderOf(plain, input, more, hooks.order) };
  }

  async function told(viewer: Viewer, rows: Row<F>[]): Promise<Row<F>[]> {
    return hooks.told ? Promise.all(rows.map((row) => hooks.told?.(viewer, row) ?? row)) : rows;
  }

  /** The row for a change, locked; 404 when the viewer does not know of it. */
  async function lock(tx: Db, viewer: Viewer, id: string): Promise<Stored<F>> {
    return lockRow<Stored<F>>(tx, plain, id, (await hooks.where?.(viewer)) ?? sql`true`);
  }

  async function admitted(tx: Db, viewer: Viewer, id: string): Promise<Stored<F>> {
    const row = await lock(tx, viewer, id);
    await hooks.admit?.(tx, viewer, row);
    return row;
  }

  /** `beside`: columns that nobody enters. */
  function create(viewer: Viewer, input: AddInput<F>, beside: Values): Promise<{ id: string }> {
    return command(viewer, async (change) => {
      const more = await hooks.judge?.(change, viewer, input, null);
      const id = await insertRow(change.tx, plain, { ...input, ...more, ...beside }, viewer.userId);
      await hooks.saved?.(change, viewer, id, input, null);
      return { id };
    }).catch((error: unknown) => taken(plain, error));
  }

  return {
    lock,
    admitted,
    insert: (tx: Db, { userId }: Viewer, values: Values) => insertRow(tx, plain, values, userId),
    write: (tx: Db, id: string, values: Values) => updateRow(tx, plain, id, values),

    async list(viewer: Viewer, input: ListInput): Promise<Paged<Row<F>>> {
      const what = await chosen(viewer, input);
      const { limit = 10, page = 1 } = input;
      const [rows, count] = await Promise.all([
        selectRows<Row<F>>(plain, what, { limit, offset: (page - 1) * limit }),
        countRows(plain, what.where),
      ]);
      return { rows: (await told(viewer, rows)).map((row) => masked(plain, row)), count };
    },

    /** The row as it is now, sensitive fields whole; 404 when the viewer does not know of it. */
    async get(viewer: Viewer, { id }: { id: string }): Promise<Row<F>> {
      const { where, ...what } = await chosen(viewer, {});
      const one = sql`${where} and ${sql.id(noun.name)}.id = ${id}`;
      const [row] = await told(
        viewer,
        await selectRows<Row<F>>(plain, { ...what, where: one }, { limit: 1, offset: 0 }),
      );
      if (!row) throw notFound(noun.title);
      return row;
    },

    /** All rows of a list in batches, for its export; sensitive fields whole only if `clear`. */
    source(viewer: Viewer, input: ListInput, clear: boolean) {
      return {
        count: async () => countRows(plain, (await chosen(viewer, input)).where),
        async *batches() {
          for await (const batch of inBatches<Row<F>>(allRows(plain, await chosen(viewer, input)))) {
            const rows = await told(viewer, batch);
            yield clear ? rows : rows.map((row) => masked(plain, row));
          }
        },
      };
    },

    create,
    add: (viewer: Viewer, input: AddInput<F>): Promise<{ id: string }> => create(viewer, input, {}),

    /** An absent field stays. 409 with who changed what when somebody has edited it meanwhile. */
    edit(viewer: Viewer, input: EditInput<F>): Promise<{ id: string; version: number }> {
      const { id, version: seen, ...values } = input as EditInput<F> & { id: string; version: number };
      return command(viewer, async (change) => {
        const { tx } = change;
        const before = await admitted(tx, viewer, id);
        if (before.version !== seen) throw await staleWithLinks(tx, noun.name, id, seen, before, hooks.links ?? []);
        checkFixed(plain, values, before);
        const given = values as unknown as Partial<EditInput<F>>;
        const more = await hooks.judge?.(change, viewer, given, before);
        const version = await updateRow(tx, plain, id, { ...values, ...more });
        await hooks.saved?.(change, viewer, id, given, before);
        return { id, version };
      }).catch((error: unknown) => taken(plain, error));
    },

    /** 启用 or 停用. */
    setStatus(
      viewer: Viewer,
      { id, status }: { id: string; status: string },
    ): Promise<{ id: string; version: number }> {
      return command(viewer, async ({ tx }) => {
        const row = await admitted(tx, viewer, id);
        const same = (row as { status?: unknown }).status === status;
        return { id, version: same ? row.version : await updateRow(tx, plain, id, { status }) };
      });
    },

    /** All or none. */
    async remove(viewer: Viewer, { ids }: { ids: string[] }): Promise<null> {
      await command(viewer, async (change) => {
        for (const id of ids.toSorted()) {
          const row = await admitted(change.tx, viewer, id);
          await hooks.removed?.(change, viewer, row);
          await updateRow(change.tx, plain, id, { deletedAt: new Date().toISOString() });
        }
      });
      return null;
    },
  };
}
