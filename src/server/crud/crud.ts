// crud: reads and writes a noun that is listed and edited, as its contract declares it.

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { invalidField, notFound, type Problem } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { inBatches } from '#server/db/cursor.ts';
import type { Db } from '#server/db/db.ts';
import type { DB } from '#server/db/tables.ts';
import { and } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { type JoinTable, staleWithLinks } from '#server/feature/stale.ts';
import type { Paged } from '#shared/envelope.ts';
import { endsTooEarly, orderSentence } from '#shared/order.ts';
import { canBeEmpty, type Fields, type Resource } from '#shared/resource.ts';
import type { AddInput, EditInput, FullInput, Row, StoredFields } from '#shared/resourceTypes.ts';
import { masked } from './masked.ts';
import { resolveOwnership, resourceScope } from './ownership.ts';
import { conditionOf, type ListInput, orderOf } from './query.ts';
import {
  type AuditColumns,
  allRows,
  columnName,
  columnOf,
  countRows,
  insertRow,
  lockRow,
  selectRows,
  storedColumns,
  storedRows,
  updateRow,
} from './table.ts';

type May<T> = T | Promise<T>;
type Fragment = RawBuilder<unknown>;
type Own<F> = StoredFields<F> & AuditColumns;
/** A row as it lies in the table: the noun's fields, and with its name the table's other columns. */
export type Stored<F, N extends string = string> = Own<F> &
  (N extends keyof DB ? Omit<Selectable<DB[N]>, keyof Own<F>> : unknown);

/** What was entered, of a new row or of one that is edited. */
export type ResourceInput<F> = Partial<AddInput<F>> | Partial<EditInput<F>>;
type Values = Readonly<Record<string, unknown>>;
/** Further columns to be written, and what is answered beside id and version. */
type BeforeChangeResult<A> = { values?: Values; answer?: A } | undefined;

/** What one noun does otherwise than another. */
export interface Hooks<F extends Fields, N extends string = string, A extends object = object> {
  /** Which rows the viewer may know of; the table goes by the noun's name. Absent: all, of an owned noun those in scope. */
  readAccess?(viewer: Viewer): May<Fragment | undefined>;
  /** What the list's filters select that are no field's. */
  filterWhere?(viewer: Viewer, input: Values): May<Fragment | undefined>;
  /** Where the keyword is looked for beside the fields. */
  keywordWhere?(keyword: string): Fragment;
  /** Fields that are counted or looked up, or that this viewer sees otherwise than they are stored. */
  computedColumns?(viewer: Viewer): May<{ [K in keyof F]?: Fragment }>;
  /** `join …` of what columns, filters and order read beside the noun's own table, one row for each of its rows; `id`: of this one alone. */
  joins?(viewer: Viewer, id: string | undefined): May<Fragment>;
  /** Order of the list unless asked otherwise, ending in a unique column; absent: the newest first. */
  defaultOrder?: Fragment;
  /** What a field is sorted by where that is not how it stands in the row. */
  sortColumns?: { [K in keyof F]?: Fragment };
  /** What is told of rows beyond their columns. */
  afterRead?(viewer: Viewer, rows: readonly Row<F>[]): May<Row<F>[]>;
  /** Locks what changes of any row share, before the row itself. */
  acquireLocks?(tx: Db): Promise<void>;
  /** Fields that lie in tables of their own: what a conflict says of them. */
  joinTables?(viewer: Viewer): readonly JoinTable[];
  /** Projects that a conflict may name to the viewer; absent: all. */
  nameableProjects?(viewer: Viewer): May<readonly string[] | null>;
  /** Throws when the viewer may not change this row, which is locked. */
  updateAccess?(tx: Db, viewer: Viewer, row: Stored<F, N>): May<void>;
  /** A conflict as the viewer is told of it, where the recorded differences do not say it in words. */
  describeConflict?(tx: Db, problem: Problem): May<Problem>;
  /** Throws what is wrong with an input; `before`: the row that is edited. */
  beforeChange?(
    ctx: CommandContext,
    viewer: Viewer,
    input: ResourceInput<F>,
    previous: Stored<F, N> | null,
  ): May<BeforeChangeResult<A>>;
  /** The same where add and edit take the whole input. */
  beforeChangeFull?(
    ctx: CommandContext,
    viewer: Viewer,
    input: FullInput<F>,
    previous: Stored<F, N> | null,
  ): May<BeforeChangeResult<A>>;
  /** Writes what is kept elsewhere. */
  afterChange?(
    ctx: CommandContext,
    viewer: Viewer,
    id: string,
    input: ResourceInput<F>,
    previous: Stored<F, N> | null,
  ): May<void>;
  /** Throws when the row cannot be deleted. */
  beforeDelete?(ctx: CommandContext, viewer: Viewer, row: Stored<F, N>): May<void>;
  /** What every node reads anew after a change. */
  invalidates?: Parameters<CommandContext['invalidate']>[0];
}

/** A unique index has refused the value of a field that says so. */
function rethrowUnique(resource: Resource, error: unknown): never {
  const index = sqlState(error) === '23505' ? constraintOf(error) : '';
  const { field } =
    storedColumns(resource.fields).find(
      ({ field, column }) => resource.fields[field]?.unique && index.includes(column),
    ) ?? {};
  throw field ? invalidField(field, resource.fields[field]?.unique ?? '', 'unique') : error;
}

/** 400 for a field that was set once and for all. */
function checkImmutable(resource: Resource, input: object, previous: object): void {
  for (const [field, { immutable, schema, dbColumn }] of Object.entries(resource.fields)) {
    const value = (input as Values)[field];
    const storedValue = (previous as Values)[dbColumn || field];
    if (immutable && value !== undefined && value !== storedValue)
      throw invalidField(field, `${(schema as { title?: string }).title ?? ''}${immutable}`);
  }
}

/** 400 for an end that comes before its beginning, of which the input may hold one alone. */
function validateOrder(resource: Resource, input: object, previous: object): void {
  const merged = (field: string) => {
    const value = (input as Values)[field];
    return value === undefined ? (previous as Values)[resource.fields[field]?.dbColumn || field] : value;
  };
  for (const [field, { schema }] of Object.entries(resource.fields)) {
    const { after } = schema as { after?: string };
    if (after !== undefined && endsTooEarly(merged(after), merged(field)))
      throw invalidField(field, orderSentence(resource.fields[after]?.schema, schema, merged(field)), 'order');
  }
}

/** What was given of the noun's own fields. */
function resourceValues(resource: Resource, input: object): Values {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in resource.fields));
}

/** A whole input: what is absent is empty, or begins as a new one does. */
function fullInput(resource: Resource, input: object): Values {
  const values = input as Values;
  const editable = Object.entries(resource.fields).filter(([, options]) => options.editable !== false);
  return Object.fromEntries(
    editable.map(([field, options]) => [field, values[field] ?? (canBeEmpty(options) ? null : options.defaultValue)]),
  );
}

/** The functions behind a noun's calls: list, get, add, edit and remove over the table of its name. */
export function crud<F extends Fields, N extends string, A extends object = object>(
  resource: Resource<F, N>,
  hooks: Hooks<F, N, A> = {},
) {
  type StoredRow = Stored<F, N>;
  const plain: Resource = resource;

  const readCondition = async (viewer: Viewer) => and(resourceScope(plain, viewer), await hooks.readAccess?.(viewer));

  async function selectSpec(viewer: Viewer, input: ListInput, id?: string) {
    const computed = ((await hooks.computedColumns?.(viewer)) ?? {}) as Record<string, Fragment>;
    const filterCondition = await hooks.filterWhere?.(viewer, input as Values);
    const condition = id === undefined ? undefined : sql`${columnOf(plain, 'id')} = ${id}`;
    const where = and(
      conditionOf(plain, input, computed, hooks.keywordWhere),
      await readCondition(viewer),
      filterCondition,
      condition,
    );
    const joins = (await hooks.joins?.(viewer, id)) ?? sql``;
    return {
      computed,
      where,
      joins,
      order: orderOf(plain, input, { ...computed, ...hooks.sortColumns }, hooks.defaultOrder),
    };
  }

  const runAfterRead = async (viewer: Viewer, rows: Row<F>[]): Promise<Row<F>[]> =>
    hooks.afterRead?.(viewer, rows) ?? rows;

  /** The row for a change, locked; 404 when the viewer does not know of it. */
  async function lock(tx: Db, viewer: Viewer, id: string): Promise<StoredRow> {
    return lockRow<StoredRow>(tx, plain, id, await readCondition(viewer));
  }

  async function lockForChange(tx: Db, viewer: Viewer, id: string): Promise<StoredRow> {
    const row = await lock(tx, viewer, id);
    await hooks.updateAccess?.(tx, viewer, row);
    return row;
  }

  /** The row for a change of the version that was seen; 409 with who changed what when it is another one by now. */
  async function lockVersion(
    tx: Db,
    viewer: Viewer,
    { id, version }: { id: string; version: number },
  ): Promise<StoredRow> {
    const row = await lockForChange(tx, viewer, id);
    if (row.version === version) return row;
    const nameableProjects = (await hooks.nameableProjects?.(viewer)) ?? null;
    const problem = await staleWithLinks(
      tx,
      columnName(resource.name),
      id,
      version,
      row,
      hooks.joinTables?.(viewer) ?? [],
      nameableProjects,
    );
    throw (await hooks.describeConflict?.(tx, problem)) ?? problem;
  }

  /** Runs a change of the noun; what a unique index refuses is said of its field. */
  function transaction<T>(viewer: Viewer, run: (ctx: CommandContext) => Promise<T>): Promise<T> {
    return command(viewer, async (ctx) => {
      await hooks.acquireLocks?.(ctx.tx);
      return run(ctx);
    }).catch((error: unknown) => rethrowUnique(plain, error));
  }

  /** Judges an input, writes it with `write` and what is kept elsewhere; answers what `judge` has to say. */
  async function applyChange(
    ctx: CommandContext,
    viewer: Viewer,
    input: object,
    previous: StoredRow | null,
    write: (values: Values) => Promise<string>,
  ): Promise<A> {
    const typedInput = input as ResourceInput<F>;
    const judged = hooks.beforeChangeFull
      ? await hooks.beforeChangeFull(ctx, viewer, input as FullInput<F>, previous)
      : await hooks.beforeChange?.(ctx, viewer, typedInput, previous);
    const values = { ...resourceValues(plain, input), ...judged?.values };
    const ownership = await resolveOwnership(ctx.tx, plain, viewer, values, previous === null);
    const id = await write({ ...values, ...ownership });
    await hooks.afterChange?.(ctx, viewer, id, typedInput, previous);
    if (hooks.invalidates) ctx.invalidate(hooks.invalidates);
    return (judged?.answer ?? {}) as A;
  }

  async function create(ctx: CommandContext, viewer: Viewer, input: object, extraValues: Values = {}) {
    let id = '';
    const answer = await applyChange(ctx, viewer, input, null, async (values) => {
      id = await insertRow(ctx.tx, plain, { ...values, ...extraValues }, viewer.userId);
      return id;
    });
    return { id, ...answer };
  }

  /** Changes a row that was locked and admitted. */
  async function update(ctx: CommandContext, viewer: Viewer, previous: StoredRow, input: object) {
    let { version } = previous;
    checkImmutable(plain, input, previous);
    validateOrder(plain, input, previous);
    const answer = await applyChange(ctx, viewer, input, previous, async (values) => {
      version = await updateRow(ctx.tx, plain, previous.id, values);
      return previous.id;
    });
    return { id: previous.id, version, ...answer };
  }

  /** Deletes a row that was locked and admitted. */
  async function softDelete(ctx: CommandContext, viewer: Viewer, row: StoredRow): Promise<void> {
    await hooks.beforeDelete?.(ctx, viewer, row);
    await updateRow(ctx.tx, plain, row.id, { deletedAt: new Date().toISOString() });
    if (hooks.invalidates) ctx.invalidate(hooks.invalidates);
  }

  function add(viewer: Viewer, input: object, extraValues: Values) {
    return transaction(viewer, (ctx) => create(ctx, viewer, input, extraValues));
  }

  function edit(
    viewer: Viewer,
    { id, version, ...values }: { id: string; version: number },
    validate?: (previous: StoredRow) => void,
  ) {
    return transaction(viewer, async (ctx) => {
      const previous = await lockVersion(ctx.tx, viewer, { id, version });
      validate?.(previous);
      return update(ctx, viewer, previous, values);
    });
  }

  return {
    lock,
    lockForChange,
    transaction,
    lockVersion,
    create,
    update,
    softDelete,
    /** The rows within sight that have one of these values in a field that names them; by the value in small letters. */
    async findByValues(viewer: Viewer, field: string, values: readonly string[]): Promise<Map<string, StoredRow>> {
      const condition = sql`lower(${columnOf(plain, field)}::text) = any(${values.map((value) => value.toLowerCase())})`;
      const rows = await storedRows<StoredRow>(plain, and(condition, await readCondition(viewer)));
      const { dbColumn } = plain.fields[field] ?? {};
      return new Map(rows.map((row) => [String((row as Values)[dbColumn || field]).toLowerCase(), row]));
    },
    insert: (tx: Db, { userId }: Viewer, values: Values) =>
      insertRow(tx, plain, values, userId).catch((error: unknown) => rethrowUnique(plain, error)),
    write: (tx: Db, id: string, values: Values) => updateRow(tx, plain, id, values),

    async list(viewer: Viewer, input: ListInput): Promise<Paged<Row<F>>> {
      const what = await selectSpec(viewer, input);
      const { limit = 10, page = 1 } = input;
      const [rows, count] = await Promise.all([
        selectRows<Row<F>>(plain, what, { limit, offset: (page - 1) * limit }),
        countRows(plain, what),
      ]);
      return { rows: (await runAfterRead(viewer, rows)).map((row) => masked(plain, row)), count };
    },

    /** All rows in the order of the list, for the few that a tree shows at once; sensitive fields masked. */
    async listAll(viewer: Viewer): Promise<Row<F>[]> {
      const rows = await selectRows<Row<F>>(plain, await selectSpec(viewer, {}), { limit: null, offset: 0 });
      return (await runAfterRead(viewer, rows)).map((row) => masked(plain, row));
    },

    /** The row as it is now, sensitive fields whole; 404 when the viewer does not know of it. */
    async get(viewer: Viewer, { id }: { id: string }): Promise<Row<F>> {
      const what = await selectSpec(viewer, {}, id);
      const [row] = await runAfterRead(viewer, await selectRows<Row<F>>(plain, what, { limit: 1, offset: 0 }));
      if (!row) throw notFound(resource.title);
      return row;
    },

    /** All rows of a list in batches, for its export; sensitive fields whole only if `clear`. */
    exportSource(viewer: Viewer, input: ListInput, unmasked: boolean) {
      return {
        count: async () => countRows(plain, await selectSpec(viewer, input)),
        async *batches() {
          for await (const batch of inBatches<Row<F>>(allRows(plain, await selectSpec(viewer, input)))) {
            const rows = await runAfterRead(viewer, batch);
            yield unmasked ? rows : rows.map((row) => masked(plain, row));
          }
        },
      };
    },

    add: (viewer: Viewer, input: AddInput<F>): Promise<{ id: string } & A> => add(viewer, input as object, {}),

    /** `beside`: columns that nobody enters. */
    addWithColumns: (viewer: Viewer, input: AddInput<F>, extraValues: Values): Promise<{ id: string } & A> =>
      add(viewer, input as object, extraValues),

    /** An absent field stays. 409 with who changed what when somebody has edited it meanwhile. */
    edit(viewer: Viewer, input: EditInput<F>): Promise<{ id: string; version: number } & A> {
      return edit(viewer, input as EditInput<F> & { id: string; version: number });
    },

    /** `check` throws what this call alone has against it; it is given the row that is edited. */
    editChecked(viewer: Viewer, input: EditInput<F>, validate: (previous: StoredRow) => void) {
      return edit(viewer, input as EditInput<F> & { id: string; version: number }, validate);
    },

    addFull(viewer: Viewer, input: FullInput<F>): Promise<{ id: string; version: number } & A> {
      return transaction(viewer, async (ctx) => ({
        ...(await create(ctx, viewer, fullInput(plain, input as object))),
        version: 1,
      }));
    },

    /** An absent field is emptied. 409 as with `edit`. */
    editFull(viewer: Viewer, { id, version, ...input }: FullInput<F> & { id: string; version: number }) {
      return edit(viewer, { id, version, ...fullInput(plain, input) });
    },

    /** 启用 or 停用, judged as an edit of it. */
    setStatus(
      viewer: Viewer,
      { id, ...input }: { id: string; status: string },
    ): Promise<{ id: string; version: number }> {
      return transaction(viewer, async (ctx) => {
        const row = await lockForChange(ctx.tx, viewer, id);
        const same = (row as { status?: unknown }).status === input.status;
        const { version } = same ? row : await update(ctx, viewer, row, input);
        return { id, version };
      });
    },

    /** All or none. */
    async remove(viewer: Viewer, { ids }: { ids: string[] }): Promise<null> {
      await transaction(viewer, async (ctx) => {
        for (const id of ids.toSorted()) await softDelete(ctx, viewer, await lockForChange(ctx.tx, viewer, id));
      });
      return null;
    },
  };
}
