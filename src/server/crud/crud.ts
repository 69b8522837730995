// crud: lists, reads and writes a resource as its contract declares it.

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound, type Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { inBatches } from '#server/db/cursor.ts';
import type { Db } from '#server/db/db.ts';
import { snakeCase } from '#server/db/names.ts';
import { countOf, limitsOf } from '#server/db/paging.ts';
import type { DB } from '#server/db/tables.ts';
import { and } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { type JoinTable, staleWithLinks } from '#server/feature/stale.ts';
import type { Paged } from '#shared/envelope.ts';
import type { Resource } from '#shared/resource.ts';
import {
  type AddInput,
  canBeEmpty,
  type EditInput,
  type Fields,
  type FullInput,
  type Row,
  type StoredFields,
} from '#shared/resourceField.ts';
import { checkImmutable, rethrowUnique, validateOrder, withPresentTexts } from './checks.ts';
import { masked } from './masked.ts';
import { ownerColumn, resolveOwnership, resourceScope } from './ownership.ts';
import { conditionOf, type ListInput, resourceOrder } from './query.ts';
import { decryptRows, hasEncrypted, isUnchanged, resourceValues } from './storedValues.ts';
import {
  type AuditColumns,
  allRows,
  columnOf,
  filteredIds,
  insertRow,
  lockRow,
  ownerOf,
  selectRows,
  storedRows,
  updateRow,
} from './table.ts';

type May<T> = T | Promise<T>;
type Fragment = RawBuilder<unknown>;
type Own<F> = StoredFields<F> & AuditColumns;
/** A row as stored: the resource's fields, and with the table name the other columns too. */
export type Stored<F, N extends string = string> = Own<F> &
  (N extends keyof DB ? Omit<Selectable<DB[N]>, keyof Own<F>> : unknown);

/** Input of a new or an edited row. */
export type ResourceInput<F> = Partial<AddInput<F>> | Partial<EditInput<F>>;
type Values = Readonly<Record<string, unknown>>;
/** Values to write, by column; a key that is no column does not compile. */
type ColumnValues<F, N extends string> = { [K in keyof Stored<F, N>]?: unknown };
/** Extra columns to write, and extra fields of the response besides id and version. */
type BeforeChangeResult<F, N extends string, A> = { values?: ColumnValues<F, N>; answer?: A } | undefined;

/** Hooks of a resource where it differs from the default. */
export interface Hooks<F extends Fields, N extends string = string, A extends object = object> {
  /**
   * Condition on the rows the viewer can view; the table has the name of the resource. Absent: all, or the scope if
   * `owners` is set.
   */
  readAccess?(viewer: Viewer): May<Fragment | undefined>;
  /** Condition for list filters that are no fields. */
  filterWhere?(viewer: Viewer, input: Values): May<Fragment | undefined>;
  /** Condition for the keyword, besides the searched fields. */
  keywordWhere?(keyword: string): Fragment | undefined;
  /** Fields that are computed, looked up, or shown to this viewer other than stored. */
  computedColumns?(viewer: Viewer): May<{ [K in keyof F]?: Fragment }>;
  /**
   * `join …` for columns, filters and order outside the resource's table; must join one row per row. `id`: only this
   * row is read.
   */
  joins?(viewer: Viewer, id: string | undefined): May<Fragment>;
  /** Default order of the list, must end in a unique column; absent: newest first. */
  defaultOrder?: Fragment;
  /** Sort expression of a field if it differs from the shown value. */
  sortColumns?: { [K in keyof F]?: Fragment };
  /** Changes rows after reading, e.g. adds labels or hides names. */
  afterRead?(viewer: Viewer, rows: readonly Row<F>[]): May<Row<F>[]>;
  /** Takes locks shared by all changes of the resource, before the row lock. */
  acquireLocks?(tx: Db): Promise<void>;
  /** Locks the record that a row belongs to (`owner`), before the row; throws if its rows may not be changed. */
  lockOwner?(tx: Db, viewer: Viewer, ownerId: string): Promise<void>;
  /** Fields stored in join tables, for the description of a conflict. */
  joinTables?(viewer: Viewer): readonly JoinTable[];
  /** Projects whose names a conflict may show to the viewer; null or absent: all. */
  nameableProjects?(viewer: Viewer): May<readonly string[] | null>;
  /** Throws if the viewer may not change this locked row. */
  updateAccess?(tx: Db, viewer: Viewer, row: Stored<F, N>): May<void>;
  /** Rewrites a conflict for the viewer where the change log alone is not readable. */
  describeConflict?(tx: Db, problem: Problem): May<Problem>;
  /** Validates the input, throws on a problem; `previous`: the row before the edit. */
  beforeChange?(
    ctx: CommandContext,
    viewer: Viewer,
    input: ResourceInput<F>,
    previous: Stored<F, N> | null,
  ): May<BeforeChangeResult<F, N, A>>;
  /** Like `beforeChange`, for a resource with full input (`addFull`, `editFull`). */
  beforeChangeFull?(
    ctx: CommandContext,
    viewer: Viewer,
    input: FullInput<F>,
    previous: Stored<F, N> | null,
  ): May<BeforeChangeResult<F, N, A>>;
  /** Writes what is stored outside the resource's table. */
  afterChange?(
    ctx: CommandContext,
    viewer: Viewer,
    id: string,
    input: ResourceInput<F>,
    previous: Stored<F, N> | null,
  ): May<void>;
  /** Throws if the row cannot be deleted. */
  beforeDelete?(ctx: CommandContext, viewer: Viewer, row: Stored<F, N>): May<void>;
  /** Writes what follows from a deletion outside the resource's table. */
  afterDelete?(ctx: CommandContext, viewer: Viewer, row: Stored<F, N>): May<void>;
  /** Cache that every node reloads after a change. */
  invalidates?: Parameters<CommandContext['invalidate']>[0];
}

/** Completes a full input: an absent field becomes null, or its default value if it cannot be empty. */
function fullInput(resource: Resource, input: object): Values {
  const values = input as Values;
  const editable = Object.entries(resource.fields).filter(([, options]) => options.editable !== false);
  return Object.fromEntries(
    editable.map(([field, options]) => [field, values[field] ?? (canBeEmpty(options) ? null : options.defaultValue)]),
  );
}

/** Creates the functions behind a resource's endpoints: list, get, add, edit and remove on the table of its name. */
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
      order: resourceOrder(plain, input, { ...computed, ...hooks.sortColumns }, hooks.defaultOrder),
    };
  }

  const runAfterRead = async (viewer: Viewer, selected: Row<F>[]): Promise<Row<F>[]> => {
    const rows = decryptRows(plain, selected);
    return hooks.afterRead?.(viewer, rows) ?? rows;
  };

  /** Locks the row for a change; 404 outside the viewer's visibility. */
  async function lock(tx: Db, viewer: Viewer, id: string): Promise<StoredRow> {
    return lockRow<StoredRow>(tx, plain, id, await readCondition(viewer));
  }

  /** Locks the record that the row belongs to; 404 outside the viewer's visibility. */
  async function lockOwnerOf(tx: Db, viewer: Viewer, id: string): Promise<void> {
    const column = ownerColumn(plain);
    if (!column || !hooks.lockOwner) return;
    const where = and(sql`${columnOf(plain, 'id')} = ${id}`, await readCondition(viewer));
    const row = await ownerOf(tx, plain, column, where);
    if (!row) throw notFound(resource.title);
    await hooks.lockOwner(tx, viewer, row);
  }

  async function lockForChange(tx: Db, viewer: Viewer, id: string): Promise<StoredRow> {
    await lockOwnerOf(tx, viewer, id);
    const row = await lock(tx, viewer, id);
    await hooks.updateAccess?.(tx, viewer, row);
    return row;
  }

  /** Locks the row if it still has the version that the viewer saw; otherwise 409 with who changed what. */
  async function lockVersion(
    tx: Db,
    viewer: Viewer,
    { id, version }: { id: string; version: number },
  ): Promise<StoredRow> {
    const row = await lockForChange(tx, viewer, id);
    if (row.version === version) return row;
    const nameableProjects = (await hooks.nameableProjects?.(viewer)) ?? null;
    const logged = await staleWithLinks(
      tx,
      snakeCase(resource.name),
      id,
      version,
      row,
      hooks.joinTables?.(viewer) ?? [],
      nameableProjects,
    );
    const problem = hasEncrypted(plain) ? withPresentTexts(plain.fields, logged, row) : logged;
    throw (await hooks.describeConflict?.(tx, problem)) ?? problem;
  }

  /** Runs a change of the resource in a transaction; a unique violation becomes a 400 of its field. */
  function transaction<T>(viewer: Viewer, run: (ctx: CommandContext) => Promise<T>): Promise<T> {
    return command(viewer, async (ctx) => {
      await hooks.acquireLocks?.(ctx.tx);
      return run(ctx);
    }).catch((error: unknown) => rethrowUnique(plain, error));
  }

  /** Validates an input, writes it with `write`, runs `afterChange`; returns the answer of `beforeChange`. */
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
    const values = { ...resourceValues(plain, input, previous), ...judged?.values };
    const ownership = await resolveOwnership(ctx.tx, plain, viewer, values, previous === null);
    const id = await write({ ...values, ...ownership });
    await hooks.afterChange?.(ctx, viewer, id, typedInput, previous);
    if (hooks.invalidates) ctx.invalidate(hooks.invalidates);
    return (judged?.answer ?? {}) as A;
  }

  async function create(ctx: CommandContext, viewer: Viewer, input: object, extraValues: Values = {}) {
    let id = '';
    if (plain.owner) await hooks.lockOwner?.(ctx.tx, viewer, String((input as Values)[`${plain.owner}Id`]));
    const answer = await applyChange(ctx, viewer, input, null, async (values) => {
      id = await insertRow(ctx.tx, plain, { ...values, ...extraValues }, viewer.userId);
      return id;
    });
    return { id, ...answer };
  }

  /** Updates a row that is locked and passed `updateAccess`. */
  async function update(ctx: CommandContext, viewer: Viewer, previous: StoredRow, input: object) {
    let { version } = previous;
    checkImmutable(plain, input, previous);
    validateOrder(plain, input, previous);
    const answer = await applyChange(ctx, viewer, input, previous, async (values) => {
      if (!isUnchanged(plain, input, values, previous)) version = await updateRow(ctx.tx, plain, previous.id, values);
      return previous.id;
    });
    return { id: previous.id, version, ...answer };
  }

  /** Soft-deletes a row that is locked and passed `updateAccess`. */
  async function softDelete(ctx: CommandContext, viewer: Viewer, row: StoredRow): Promise<void> {
    await hooks.beforeDelete?.(ctx, viewer, row);
    await updateRow(ctx.tx, plain, row.id, { deletedAt: new Date().toISOString() });
    await hooks.afterDelete?.(ctx, viewer, row);
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
    /** Finds visible rows with one of these values in a field, ignoring case; keys of the map are lower case. */
    async findByValues(
      viewer: Viewer,
      field: keyof F & string,
      values: readonly string[],
    ): Promise<Map<string, StoredRow>> {
      const condition = sql`lower(${columnOf(plain, field)}::text) = any(${values.map((value) => value.toLowerCase())})`;
      const rows = await storedRows<StoredRow>(plain, and(condition, await readCondition(viewer)));
      const { dbColumn } = plain.fields[field] ?? {};
      return new Map(rows.map((row) => [String((row as Values)[dbColumn || field]).toLowerCase(), row]));
    },
    insert: (tx: Db, { userId }: Viewer, values: ColumnValues<F, N>) =>
      insertRow(tx, plain, values, userId).catch((error: unknown) => rethrowUnique(plain, error)),
    write: (tx: Db, id: string, values: ColumnValues<F, N>) => updateRow(tx, plain, id, values),

    async list(viewer: Viewer, input: ListInput): Promise<Paged<Row<F>>> {
      const what = await selectSpec(viewer, input);
      const [rows, count] = await Promise.all([
        selectRows<Row<F>>(plain, what, limitsOf(input)),
        countOf(filteredIds(plain, what)),
      ]);
      return { rows: (await runAfterRead(viewer, rows)).map((row) => masked(plain, row)), count };
    },

    /** Returns all rows in the order of the list, for short lists shown as a tree; sensitive fields masked. */
    async listAll(viewer: Viewer): Promise<Row<F>[]> {
      const rows = await selectRows<Row<F>>(plain, await selectSpec(viewer, {}), null);
      return (await runAfterRead(viewer, rows)).map((row) => masked(plain, row));
    },

    /** Returns one row with sensitive fields unmasked; 404 outside the viewer's visibility. */
    async get(viewer: Viewer, { id }: { id: string }): Promise<Row<F>> {
      const what = await selectSpec(viewer, {}, id);
      const [row] = await runAfterRead(viewer, await selectRows<Row<F>>(plain, what, { limit: 1, offset: 0 }));
      if (!row) throw notFound(resource.title);
      return row;
    },

    /** Yields all rows of a list in batches, for its export; sensitive fields unmasked only if `unmasked`. */
    exportSource(viewer: Viewer, input: ListInput, unmasked: boolean) {
      return {
        count: async () => countOf(filteredIds(plain, await selectSpec(viewer, input))),
        async *batches() {
          for await (const batch of inBatches<Row<F>>(allRows(plain, await selectSpec(viewer, input)))) {
            const rows = await runAfterRead(viewer, batch);
            yield unmasked ? rows : rows.map((row) => masked(plain, row));
          }
        },
      };
    },

    add: (viewer: Viewer, input: AddInput<F>): Promise<{ id: string } & A> => add(viewer, input as object, {}),

    /** `extraValues`: columns that are not input by the user. */
    addWithColumns: (
      viewer: Viewer,
      input: AddInput<F>,
      extraValues: ColumnValues<F, N>,
    ): Promise<{ id: string } & A> => add(viewer, input as object, extraValues),

    /** An absent field stays unchanged. 409 with who changed what if the version is outdated. */
    edit(viewer: Viewer, input: EditInput<F>): Promise<{ id: string; version: number } & A> {
      return edit(viewer, input as EditInput<F> & { id: string; version: number });
    },

    /** `validate` gets the row before the edit and throws the checks of this endpoint alone. */
    editChecked(viewer: Viewer, input: EditInput<F>, validate: (previous: StoredRow) => void) {
      return edit(viewer, input as EditInput<F> & { id: string; version: number }, validate);
    },

    addFull(viewer: Viewer, input: FullInput<F>): Promise<{ id: string; version: number } & A> {
      return transaction(viewer, async (ctx) => ({
        ...(await create(ctx, viewer, fullInput(plain, input as object))),
        version: 1,
      }));
    },

    /** An absent field is cleared. 409 like `edit`. */
    editFull(viewer: Viewer, { id, version, ...input }: FullInput<F> & { id: string; version: number }) {
      return edit(viewer, { id, version, ...fullInput(plain, input) });
    },

    /** Sets 启用 or 停用, validated like an edit; no version needed. */
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

    /** Deletes all rows or none; in id order, against deadlocks. */
    async remove(viewer: Viewer, { ids }: { ids: string[] }): Promise<null> {
      await transaction(viewer, async (ctx) => {
        for (const id of ids.toSorted()) await softDelete(ctx, viewer, await lockForChange(ctx.tx, viewer, id));
      });
      return null;
    },
  };
}
