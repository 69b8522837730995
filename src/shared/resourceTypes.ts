import type { Static, TArray, TInteger, TObject, TOptional, TSchema, TUnsafe } from '#shared/typebox.ts';
import type { Id, Instant } from './endpoint.ts';

// What follows from a noun's fields, as types.

type SchemaOf<F> = F extends { schema: infer S extends TSchema } ? S : never;
type Emptied<S extends TSchema> = TUnsafe<Static<S> | null>;
/** Never empty: required, with a preset, or nothing that anybody enters; unless it says so. */
type Full = { required: true; nullable?: never } | { defaultValue: unknown } | { editable: false; nullable?: never };
type Shown<F> = F extends Full ? SchemaOf<F> : Emptied<SchemaOf<F>>;
type ShownRow<F> = F extends { output: infer S extends TSchema } ? S : Shown<F>;
type InRows<F> = { -readonly [K in keyof F as F[K] extends { output: false } ? never : K]: ShownRow<F[K]> };
type Editable<F> = { -readonly [K in keyof F as F[K] extends { editable: false } ? never : K]: F[K] };
export type KeysWith<F, W> = { [K in keyof F]: F[K] extends W ? K : never }[keyof F] & string;

type RowProps<F> = { id: typeof Id; version: TInteger; createdAt: typeof Instant } & InRows<F>;
export type AddProps<F> = {
  [K in keyof Editable<F>]: F[K & keyof F] extends { required: true }
    ? SchemaOf<F[K & keyof F]>
    : TOptional<SchemaOf<F[K & keyof F]>>;
};
/** What is taken of a field that is there already. */
type Emptiable<F> = F extends { required: true } ? SchemaOf<F> : Shown<F>;
export type EditProps<F> = { id: typeof Id; version: TInteger } & {
  [K in keyof Editable<F>]: TOptional<Emptiable<F[K & keyof F]>>;
};
/** What a call of its own takes of some fields. */
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
/** A row as lists and `get` show it. */
export type Row<F> = Static<RowSchema<F>>;
export type AddInput<F> = Static<TObject<AddProps<F>>>;
export type EditInput<F> = Static<TObject<EditProps<F>>>;

/** What add and edit take of a noun that is written as a whole. */
export type FullInput<F> = Static<TObject<FullProps<F>>>;

/** The row of what is only listed: nothing but its fields. */
export type ListedSchema<F> = TObject<InRows<F>>;

/** The columns that a noun's fields have in its table. */
export type StoredFields<F> = {
  [K in keyof F as F[K] extends { dbColumn: false }
    ? never
    : F[K] extends { dbColumn: infer S extends string }
      ? S
      : K]: Static<Shown<F[K]>>;
};

/** How a field stands in the list. */
export interface ColumnOptions {
  /** Its heading where that is not the field's. */
  title?: string;
  /** px */
  width?: number;
  fixed?: 'left';
  align?: 'right' | 'center';
  /** Until somebody ticks it. */
  hidden?: true;
  /** Where there is no room for all the column with the lowest number leaves first. */
  hideOrder?: number;
  /** There is no text that could be cut. */
  noTooltip?: true;
}
