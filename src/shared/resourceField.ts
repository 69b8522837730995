import { type TSchema, Type } from '#shared/typebox.ts';
import { statuses } from './codes.ts';
import type { ColumnOptions } from './resourceTypes.ts';

/** Options of a field beyond its schema, which has type, title, rule and the rule's message. */
export interface FieldOptions {
  required?: true;
  /** Preset of a new record; such a field, like a required one, is never empty. */
  defaultValue?: unknown;
  /** Never empty in a row, although add may leave it out: the product sets it then. */
  always?: true;
  /** False: set by the product or by an action of its own, never by add and edit. */
  editable?: false;
  /** False: not stored in a column of the resource's own table. A string: the column's other name. */
  dbColumn?: false | string;
  /** Schema in list rows if it differs from the input schema; false: not in rows. */
  output?: TSchema | false;
  /**
   * Stored encrypted in `<name>_cipher` (or `dbColumn`), written only when the value differs; never filtered, sorted or
   * searched. `hashed`: with keyed hashes of the value (`<name>_hash`) and of its last four characters
   * (`<name>_tail_hash`), by which it is found.
   */
  encrypted?: true | 'hashed';
  /** False: not on the record page; a schema: there in another form; true: there although not in list rows. */
  record?: boolean | TSchema;
  /** Section of the record in which its changes are shown. */
  section?: string;
  /** Position in the comparison of two rows that are merged, where one of the two values is chosen. */
  merge?: number;
  /** Can be empty in a row although it is not editable, or although it is required on entry. */
  nullable?: true;
  /** Set once; the text says why it cannot be changed afterwards. */
  immutable?: string;
  /** Message if another row has the value already; the database has the unique index. */
  unique?: string;
  /** Labels of an enumeration's values. */
  labels?: Readonly<Record<string, string>>;
  /** The list can be sorted by it. */
  sort?: true;
  /** The keyword search covers it. */
  search?: true;
  /** Filter: one value, several values (for a list: any that it contains), or from–to. */
  filter?: 'one' | 'many' | 'range';
  /** Base name of the filter from–to: `published` for `publishedFrom` and `publishedTo`. Default: the field's name. */
  filterName?: string;
  /** False: no column in the list. */
  column?: false | ColumnOptions;
  /** Form options beyond the schema. */
  form?: {
    control?: 'radio' | 'text' | 'textarea' | 'lines' | 'phone';
    hint?: string;
    wide?: true;
    rows?: number;
    unit?: string;
    /** Labels of a switch. */
    labels?: readonly [on: string, off: string];
  };
  /**
   * Kind of masking in lists and exports; only `exportClear` exports it unmasked. `secret`: not shown at all until it is
   * revealed.
   */
  sensitive?: 'phone' | 'name' | 'address' | 'email' | 'text' | 'secret';
  /** False: not exported. */
  export?: false;
  /**
   * False: not in the import sheet. `hint`: how to fill it in, if the rule does not say it. `key`, `title`: of its
   * column, if they differ from the field's.
   */
  import?: false | { hint?: string; example?: string; key?: string; title?: string };
}

export type Field<S extends TSchema = TSchema> = FieldOptions & { schema: S };
export type Fields = Readonly<Record<string, Field>>;

/** Declares a field: once for row, input, form, columns, filters and export. */
export function field<S extends TSchema, const H extends FieldOptions = Record<never, never>>(
  schema: S,
  options?: H,
): H & { schema: S } {
  return { ...(options as H), schema };
}

/** Declares a field that is computed when the row is read; nullable only if its schema is. */
export function computed<S extends TSchema, const H extends FieldOptions = Record<never, never>>(
  schema: S,
  options?: H,
) {
  return { ...(options as H), schema, editable: false, dbColumn: false, export: false } as const;
}

/** 启用 and 停用, changed by a call of its own. */
export const statusField = field(Type.Enum(Object.keys(statuses) as (keyof typeof statuses)[], { title: '状态' }), {
  defaultValue: 'enabled',
  editable: false,
  labels: statuses,
  column: { width: 80 },
});

/** Returns whether the field can be empty in a row. */
export function canBeEmpty({ required, always, defaultValue, editable, nullable: empty }: FieldOptions): boolean {
  return empty === true || (!required && !always && defaultValue === undefined && editable !== false);
}

/** Returns the base name of a field's filter from–to, without From and To. */
export function filterName(key: string, { filterName: name = key }: FieldOptions): string {
  return name;
}

/** Returns the name of a field's column in camel case; undefined without a column. */
export function storedName(key: string, { dbColumn, encrypted }: FieldOptions): string | undefined {
  return dbColumn === false ? undefined : (dbColumn ?? (encrypted ? `${key}Cipher` : key));
}
