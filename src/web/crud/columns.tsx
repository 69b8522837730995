import { statuses } from '#shared/codes.ts';
import type { Field, Resource } from '#shared/resource.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import { choicesOf, wordOf } from './choices.ts';
import { isInstant, schemaOf } from './schema.ts';

/** How a value is drawn where a screen says nothing else; undefined: as it is. */
function drawn(field: Field): ((value: unknown) => React.ReactNode) | undefined {
  if (field.labels === statuses) return (value) => <StatusLabel on={value === 'enabled'} />;
  const schema = schemaOf(field);
  if (isInstant(schema)) return (value) => <Moment at={String(value)} />;
  if (schema.type === 'boolean') return (value) => (value ? '是' : '否');
  const toText = choicesOf(field) ? (value: unknown) => wordOf(field, value) : String;
  if (schema.type === 'array') return (value) => (value as unknown[]).map(toText).join('、') || missing;
  return choicesOf(field) && toText;
}

/** An instant in a cell; the whole stamp on hover. */
export function Moment({ at }: { at: string }) {
  return <span title={fullTime(at)}>{listTime(at)}</span>;
}

function columnOf<R>(key: string, field: Field, cell: Column<R>['render']): Column<R> {
  const { title = schemaOf(field).title ?? key, ...options } = field.column || {};
  const draw = drawn(field);
  const render =
    cell ??
    (draw &&
      ((row: R) => {
        const value = (row as Record<string, unknown>)[key];
        return value === null || value === undefined ? missing : draw(value);
      }));
  return { key, title, ...options, ...(field.sort && { sort: true }), ...(render && { render }) };
}

/** When a row was made; every list has it. */
export const createdColumn: Column<object> = {
  key: 'createdAt',
  title: '创建时间',
  width: 112,
  sort: true,
  render: (row) => <Moment at={String((row as { createdAt?: unknown }).createdAt)} />,
};

/** Cells that a screen draws otherwise, by field. */
export type Cells<R> = { [K in keyof R]?: (row: R) => React.ReactNode };

/**
 * The columns of a list: those of the noun's fields in their order, then when a row was made, where it is kept as such.
 * @param order the same in another order: keys of fields, and columns that are no field's
 */
export function columnsOf<R extends object>(
  resource: Resource,
  cells: Cells<R> = {},
  order?: readonly ((keyof R & string) | Column<R>)[],
): Column<R>[] {
  const shown = Object.keys(resource.fields).filter((key) => resource.fields[key]?.column !== false);
  return (order ?? [...shown, ...(resource.persisted ? [createdColumn] : [])]).flatMap((entry) => {
    if (typeof entry !== 'string') return [entry];
    if (entry === createdColumn.key && resource.persisted) return [createdColumn];
    const field = resource.fields[entry];
    return field ? [columnOf(entry, field, cells[entry as keyof R])] : [];
  });
}
