import type { Viewer } from '#server/core/viewer.ts';
import { replacedTexts, storedValue } from '#server/crud/storedValues.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { strict } from '#shared/endpoint.ts';
import type { Resource } from '#shared/resource.ts';
import type { Field, FieldOptions } from '#shared/resourceField.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { TProperties } from '#shared/typebox.ts';
import type { CellProblem, FileRow, Importer, ImportSheet, ReadyRow, ValidatedRow } from './importer.ts';
import { saveOverwritten } from './overwrittenValues.ts';
import { hintOf, meantIn, titleOf } from './resourceCells.ts';

/** Functions of a resource's `crud` that the import needs. */
interface Records<K extends { id: string }> {
  findByValues(viewer: Viewer, field: string, values: readonly string[]): Promise<Map<string, K>>;
  lockForChange(tx: Db, viewer: Viewer, id: string): Promise<K>;
  create(ctx: CommandContext, viewer: Viewer, input: object): Promise<{ id: string }>;
  update(ctx: CommandContext, viewer: Viewer, previous: K, input: object): Promise<unknown>;
}

type Written = Resource & { addProps: TProperties; editProps: TProperties };
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the fields with a column of the sheet: editable ones of the resource's own table, and those with `import`
 * settings.
 */
export function sheetFields(resource: Resource): [string, Field][] {
  return Object.entries(resource.fields).filter(
    ([, field]) => field.editable !== false && field.import !== false && (field.dbColumn !== false || field.import),
  );
}

/** Returns the sheet of a resource, derived from its fields. */
export function resourceSheet(resource: Resource): ImportSheet {
  return {
    title: resource.title,
    table: resource.name,
    columns: sheetFields(resource).map(([key, field]) => ({
      key,
      title: titleOf(key, field),
      ...(field.required && { required: true }),
      // Computed at each read: the labels of a dictionary may have changed.
      get hint() {
        return hintOf(field);
      },
      ...(field.import && field.import.example !== undefined && { example: field.import.example }),
    })),
  };
}

/** Returns the problems of the values, by the heading of their column. */
function problemsIn(resource: Written, values: Values, isNew: boolean): CellProblem[] {
  const { id: _id, version: _version, ...some } = resource.editProps;
  return problemsOf(strict(isNew ? resource.addProps : some), values).map(({ field, msg }) => {
    const [key = ''] = field.split('.');
    return { column: titleOf(key, resource.fields[key]), msg };
  });
}

/** Returns the values that differ from the existing row, without immutable ones. */
function changesOf(resource: Resource, values: Values, previous: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      const options: FieldOptions = resource.fields[key] ?? {};
      return !options.immutable && JSON.stringify(value) !== JSON.stringify(storedValue(key, options, previous));
    }),
  );
}

/**
 * Returns the import of a resource's sheet: columns, template, validation and writing come from its fields. A unique
 * field identifies a row; without one each row is new.
 * @param inUse returns why new rows cannot be undone, if other rows may refer to them
 */
export function resourceImporter<K extends { id: string }>(
  resource: Written,
  { path }: { path: string },
  records: Records<K>,
  inUse: Importer['inUse'] = async () => new Map(),
): Importer {
  const [key] = sheetFields(resource).find(([, { unique }]) => unique) ?? [];
  const named = ({ cells }: FileRow) => (key === undefined ? '' : (cells[key] ?? '').toLowerCase());

  function validated(row: FileRow, existing: K | undefined, first: number | undefined, skips: boolean): ValidatedRow {
    const values = meantIn(Object.fromEntries(sheetFields(resource)), row.cells);
    const errors = problemsIn(resource, values, existing === undefined);
    if (first !== undefined && key !== undefined)
      errors.push({ column: titleOf(key, resource.fields[key]), msg: `与第 ${first} 行重复` });
    const action = skips ? 'skip' : 'update';
    return { errors, action: existing ? action : 'insert', data: values, objectId: existing?.id ?? null };
  }

  async function write(ctx: CommandContext, viewer: Viewer, row: ReadyRow, jobId: string): Promise<string> {
    const { action, objectId, data } = row;
    const values = data as Values;
    if (action === 'insert' || objectId === null) return (await records.create(ctx, viewer, values)).id;
    const previous = await records.lockForChange(ctx.tx, viewer, objectId);
    const changes = changesOf(resource, values, previous as Values);
    // An unchanged row is not written: its version stays, so that open forms do not become stale.
    if (Object.keys(changes).length === 0) return objectId;
    await saveOverwritten(ctx.tx, jobId, row, replacedTexts(resource, changes, previous));
    await records.update(ctx, viewer, previous, changes);
    return objectId;
  }

  return {
    path,
    name: resource.title,
    sheets: [resourceSheet(resource)],
    async validate(viewer, rows, duplicates) {
      const names = rows.map(named);
      const existing = key === undefined ? new Map<string, K>() : await records.findByValues(viewer, key, names);
      const first = new Map<string, number>();
      return rows.map((row, index) => {
        const name = names[index] ?? '';
        const previous = name === '' ? undefined : first.get(name);
        if (previous === undefined) first.set(name, row.row);
        return validated(row, existing.get(name), previous, duplicates === 'skip');
      });
    },
    async write(ctx, viewer, rows, jobId) {
      const ids: string[] = [];
      for (const row of rows) ids.push(await write(ctx, viewer, row, jobId));
      return ids;
    },
    inUse,
    // A resource has no derived columns.
    restored: async () => undefined,
  };
}
