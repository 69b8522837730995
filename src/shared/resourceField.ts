import {
  type Static,
  type TArray,
  type TInteger,
  type TObject,
  type TOptional,
  type TSchema,
  type TUnsafe,
  Type,
} from '#shared/typebox.ts';
import { statuses } from './codes.ts';
import type { Id, Instant } from './endpoint.ts';

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
   * A text stored encrypted in `<name>_cipher` (or `dbColumn`, which ends so), written only when the value differs; never
   * filtered, sorted or searched, exported only with `sensitive`. An edit that changes nothing of such a resource makes
   * no new version. `hashed`: with keyed hashes of the value (`<name>_hash`) and of its last four characters
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
   * column, if they differ from the field's. `suffix`: end of the labels that a cell may leave out (汉 for 汉族).
   * `required: false`: the sheet may leave out what the form requires.
   */
  import?: false | { hint?: string; example?: string; key?: string; title?: string; suffix?: string; required?: false };
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

// Types derived from the fields of a resource.

type SchemaOf<F> = F extends { schema: infer S extends TSchema } ? S : never;
type Emptied<S extends TSchema> = TUnsafe<Static<S> | null>;
/** Fields that are never empty: required, always set, with a preset, or not editable, unless `nullable` is set. */
type Full =
  | { required: true; nullable?: never }
  | { always: true }
  | { defaultValue: unknown }
  | { editable: false; nullable?: never };
type Shown<F> = F extends Full ? SchemaOf<F> : Emptied<SchemaOf<F>>;
type ShownRow<F> = F extends { output: infer S extends TSchema } ? S : Shown<F>;
type InRows<F> = { -readonly [K in keyof F as F[K] extends { output: false } ? never : K]: ShownRow<F[K]> };
type InRecord<F> = F extends { record: infer R }
  ? R extends boolean
    ? R extends true
      ? Shown<F>
      : never
    : R
  : F extends { output: false }
    ? never
    : ShownRow<F>;
/** Fields of a record: those of a row, unless `record` says otherwise. */
export type RecordProps<F> = {
  -readonly [K in keyof F as [InRecord<F[K]>] extends [never] ? never : K]: InRecord<F[K]>;
};
/** Fields that are columns of the resource's table. */
type WithColumn<F, S> = {
  [K in keyof S as K extends keyof F ? (F[K] extends { dbColumn: false } ? never : K) : never]: S[K];
};
type StaticProps<P> = { [K in keyof P]: P[K] extends TSchema ? Static<P[K]> : never };
/** Stored fields of a list row, and of a record. */
export type StoredRow<F> = WithColumn<F, StaticProps<InRows<F>>>;
export type StoredRecord<F> = WithColumn<F, StaticProps<RecordProps<F>>>;
type Editable<F> = { -readonly [K in keyof F as F[K] extends { editable: false } ? never : K]: F[K] };
/** Fields that add and edit take. */
export type EditableKey<F> = keyof Editable<F> & string;
export type KeysWith<F, W> = { [K in keyof F]: F[K] extends W ? K : never }[keyof F] & string;

type RowProps<F> = { id: typeof Id; version: TInteger; createdAt: typeof Instant } & InRows<F>;
export type AddProps<F> = {
  [K in keyof Editable<F>]: F[K & keyof F] extends { required: true }
    ? SchemaOf<F[K & keyof F]>
    : TOptional<SchemaOf<F[K & keyof F]>>;
};
/** Schema of a field in edit. */
type Emptiable<F> = F extends { required: true } ? SchemaOf<F> : Shown<F>;
export type EditProps<F> = { id: typeof Id; version: TInteger } & {
  [K in keyof Editable<F>]: TOptional<Emptiable<F[K & keyof F]>>;
};
/** Optional fields of a custom call. */
export type PartialProps<F, K extends keyof F> = { [P in K]: TOptional<Shown<F[P]>> };
export type FullProps<F> = {
  [K in keyof Editable<F>]: F[K & keyof F] extends { required: true }
    ? SchemaOf<F[K & keyof F]>
    : TOptional<Emptiable<F[K & keyof F]>>;
};
type ItemOf<S extends TSchema> = S extends TArray<infer I extends TSchema> ? I : S;
type FilterName<F, K> = F extends { filterName: infer N extends string } ? N : K & string;
export type FilterProps<F> = { [K in KeysWith<F, { filter: 'one' }>]: TOptional<SchemaOf<F[K]>> } & {
  [K in KeysWith<F, { filter: 'many' }>]: TOptional<TArray<ItemOf<SchemaOf<F[K]>>>>;
} & {
  [K in KeysWith<F, { filter: 'range' }> as `${FilterName<F[K], K>}From` | `${FilterName<F[K], K>}To`]: TOptional<
    SchemaOf<F[K]>
  >;
};
export type SortKey<F> = KeysWith<F, { sort: true }> | 'createdAt';
export type RowSchema<F> = TObject<RowProps<F>>;
/** A row as lists and `get` return it. */
export type Row<F> = Static<RowSchema<F>>;
export type AddInput<F> = Static<TObject<AddProps<F>>>;
export type EditInput<F> = Static<TObject<EditProps<F>>>;

/** Input of add and edit for a resource that is written as a whole. */
export type FullInput<F> = Static<TObject<FullProps<F>>>;

/** Row of a resource that is only listed: only its fields. */
export type ListedSchema<F> = TObject<InRows<F>>;

/** Columns of the resource's table. */
export type StoredFields<F> = {
  [K in keyof F as F[K] extends { dbColumn: false } | { encrypted: unknown }
    ? never
    : F[K] extends { dbColumn: infer S extends string }
      ? S
      : K]: Static<Shown<F[K]>>;
};

/** Options of a field's column in the list. */
interface ColumnOptions {
  /** Heading if it differs from the field's title. */
  title?: string;
  /** px */
  width?: number;
  fixed?: 'left';
  align?: 'right' | 'center';
  /** Hidden until the user enables the column. */
  hidden?: true;
  /** Without enough room the column with the lowest number is hidden first. */
  hideOrder?: number;
  /** No tooltip: there is no text to cut. */
  noTooltip?: true;
}

/** Returns the schemas of fields, all optional, for a shape that is stored as one value. */
export function optionalProps<F extends Fields>(fields: F): { [K in keyof F]: TOptional<F[K]['schema']> } {
  return Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, Type.Optional(schema)])) as {
    [K in keyof F]: TOptional<F[K]['schema']>;
  };
}
