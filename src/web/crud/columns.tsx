import { statuses } from '#shared/codes.ts';
import type { Resource } from '#shared/resource.ts';
import type { Field } from '#shared/resourceField.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import { choicesOf, wordOf } from './choices.ts';
import { isInstant, schemaOf } from './schema.ts';

/** Returns the default renderer of a field; undefined: the plain value. */
export function drawn(field: Field): ((value: unknown) => React.ReactNode) | undefined {
  if (field.labels === statuses) return (value) => <StatusLabel on={value === 'enabled'} />;
  const schema = schemaOf(field);
  if (isInstant(schema)) return (value) => <Moment at={String(value)} />;
  if (schema.type === 'boolean') return (value) => (value ? '是' : '否');
  const toText = choicesOf(field) ? (value: unknown) => wordOf(field, value) : String;
  if (schema.type === 'array') return (value) => (value as unknown[]).map(toText).join('、') || missing;
  return choicesOf(field) && toText;
}

/** An instant in a cell; the full timestamp on hover. */
export function Moment({ at }: { at: string }) {
  return <span title={fullTime(at)}>{listTime(at)}</span>;
}

function columnOf<R>(key: keyof R & string, field: Field, cell: Column<R>['render']): Column<R> {
  const { title = schemaOf(field).title ?? key, ...options } = field.column || {};
  const draw = drawn(field);
  const render =
    cell ??
    (draw &&
      ((row: R) => {
        const value = row[key];
        return value === null || value === undefined ? missing : draw(value);
      }));
  return { key, title, ...options, ...(field.sort && { sort: true }), ...(render && { render }) };
}

/** Creation time; every list of a persisted resource has it. */
export const createdColumn: Column<object, 'createdAt'> = {
  key: 'createdAt',
  title: '创建时间',
  width: 112,
  sort: true,
  render: (row) => <Moment at={String((row as { createdAt?: unknown }).createdAt)} />,
};

/** Custom cells by field. */
export type Cells<R> = { [K in keyof R]?: (row: R) => React.ReactNode };

/**
 * Returns the columns of a list: the fields in their order, then the creation time of a persisted resource.
 * @param order another order: keys of fields, and additional columns
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
    const key = entry as keyof R & string;
    return field ? [columnOf(key, field, cells[key])] : [];
  });
}
