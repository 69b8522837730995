import type { Static, TArray, TInteger, TObject, TOptional, TSchema, TUnsafe } from '#shared/typebox.ts';
import type { Id, Instant } from './endpoint.ts';

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
export interface ColumnOptions {
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
