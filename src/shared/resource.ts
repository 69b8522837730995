import { type TObject, type TProperties, type TSchema, Type } from '#shared/typebox.ts';
import { statuses } from './codes.ts';
import {
  type Endpoint,
  Id,
  Instant,
  type ListInput,
  list,
  NoData,
  nullable,
  type Permission,
  post,
  strict,
} from './endpoint.ts';
import { exportOf } from './export.ts';
import type { PermissionDef, SeedRole } from './feature.ts';
import { importOf, templateOf } from './import.ts';
import type {
  AddProps,
  ColumnOptions,
  EditProps,
  FilterProps,
  FullProps,
  KeysWith,
  ListedSchema,
  PartialProps,
  RowSchema,
  SortKey,
} from './resourceTypes.ts';

/** What is known of a field beside its schema, which has type, title, rule and the rule's sentence. */
export interface FieldOptions {
  /** Has to be filled in. */
  required?: true;
  /** What a new one begins with; like a required one it is never empty. */
  defaultValue?: unknown;
  /** False: set by the product or by a deed of its own, never by add and edit. */
  editable?: false;
  /** False: kept elsewhere than in a column of the noun's own table. A word: the column has another name. */
  dbColumn?: false | string;
  /** How it stands in a row where that is otherwise than it is entered; false: in no row. */
  output?: TSchema | false;
  /** May be empty in a row although nobody enters it, or although who enters one has to fill it in. */
  nullable?: true;
  /** Set once; why it cannot be changed afterwards. */
  immutable?: string;
  /** What is said when another row has the value already; the database has the unique index. */
  unique?: string;
  /** Labels of an enumeration's values. */
  labels?: Readonly<Record<string, string>>;
  /** The list can be sorted by it. */
  sort?: true;
  /** The keyword is looked for in it. */
  search?: true;
  /** Offered as a filter: one value, several of them (of a list: any that it holds), or from–to. */
  filter?: 'one' | 'many' | 'range';
  /** What the filter from–to is called: `published` for `publishedFrom` and `publishedTo`; absent: as the field. */
  filterName?: string;
  /** False: no column of the list. */
  column?: false | ColumnOptions;
  /** How it stands in the form, where its schema does not say so. */
  form?: {
    control?: 'radio' | 'text' | 'textarea' | 'lines' | 'phone';
    hint?: string;
    wide?: true;
    rows?: number;
    unit?: string;
    /** Of a switch. */
    labels?: readonly [on: string, off: string];
  };
  /** How it is masked in lists, and in exports unless they are asked for in clear. */
  sensitive?: 'phone' | 'name' | 'address' | 'email' | 'text';
  /** False: not among what is exported. */
  export?: false;
  /** False: not in the import sheet. `hint` where its rule does not say how to fill it in. */
  import?: false | { hint?: string; example?: string };
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

/** A field that is counted or looked up when the row is read; nullable only if its schema is. */
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

interface EndpointOptions {
  permission?: Permission;
  title?: string;
}

/** A call that takes more than the noun's fields. */
interface EndpointInputOptions<I extends TProperties> extends EndpointOptions {
  input?: I;
}

/** A thing that is listed and edited; its calls are made of its fields. */
export interface Resource<F extends Fields = Fields, N extends string = string> {
  /** Table, and word of the calls; of the addresses and rights as well, unless it stands beside another noun. */
  readonly name: N;
  /** 角色. */
  readonly title: string;
  readonly fields: F;
  /** Its rows are made and edited, each with when and in which version; what is only listed has its fields alone. */
  readonly persisted: boolean;
  /** Each row belongs to a department and a project: people know of those within their scope. */
  readonly owned: boolean;
}

/** One end of a filter from–to; the order of two fields says nothing of what is looked for. */
const opened = <S extends TSchema>(schema: S, title: string) => {
  const { after: _after, ...rest } = schema as S & { after?: string };
  return { ...rest, title } as unknown as S;
};

/** Whether the field may be empty in a row. */
export function canBeEmpty({ required, defaultValue, editable, nullable: empty }: FieldOptions): boolean {
  return empty === true || (!required && defaultValue === undefined && editable !== false);
}

/** What is taken of a field that is there already: null empties one that may be emptied. */
function emptiable(options: Field): TSchema {
  return canBeEmpty(options) && !options.required ? nullable(options.schema) : options.schema;
}

/** A field that is fixed is only told again: the rule may have been another one when it was set. */
function echoSchema({ immutable, schema }: Field): TSchema | undefined {
  const { type, title } = schema as { type?: string; title?: string };
  return immutable && type === 'string' ? Type.String({ maxLength: 1000, ...(title && { title }) }) : undefined;
}

/** The name of the filter from–to of a field, without From and To. */
export function filterName(key: string, { filterName: name = key }: FieldOptions): string {
  return name;
}

function filterProps(fields: Fields): TProperties {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, options]): [string, TSchema][] => {
      const { schema, filter } = options;
      const { title = '' } = schema as { title?: string };
      switch (filter) {
        case 'one':
          return [[key, Type.Optional(schema)]];
        case 'many': {
          const { items = schema } = schema as { items?: TSchema };
          return [[key, Type.Optional(Type.Array(items, { maxItems: 50, title }))]];
        }
        case 'range':
          return [
            [`${filterName(key, options)}From`, Type.Optional(opened(schema, `${title}起`))],
            [`${filterName(key, options)}To`, Type.Optional(opened(schema, `${title}止`))],
          ];
        default:
          return [];
      }
    }),
  );
}

const shownIn = (fields: Fields): TProperties =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, options]): [string, TSchema][] => {
      if (options.output === false) return [];
      return [[key, options.output ?? (canBeEmpty(options) ? nullable(options.schema) : options.schema)]];
    }),
  );

const sortedBy = (fields: Fields) => Object.keys(fields).filter((key) => fields[key]?.sort);

const capital = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

function listOf(
  [name, place]: readonly [name: string, place: string],
  title: string,
  fields: Fields,
  row: TSchema,
  def: EndpointOptions & { filters?: TProperties },
) {
  return {
    path: `/api/${place}/get${capital(name)}List`,
    title: def.title ?? `${title}列表`,
    permission: def.permission ?? (`${place}:list` as const),
    filters: { ...filterProps(fields), ...def.filters },
    row,
  };
}

/** A thing that is listed and kept nowhere as such; one of its fields is `id`. */
export function listResource<const F extends Fields & { id: Field }>(name: string, title: string, fields: F) {
  const row = strict(shownIn(fields)) as unknown as ListedSchema<F>;
  return {
    name,
    title,
    fields,
    persisted: false,
    owned: false,
    row,
    list<P extends TProperties = Record<never, never>>(
      def: EndpointOptions & { filters?: P } = {},
    ): Endpoint<ListInput<FilterProps<F> & P, KeysWith<F, { sort: true }>>, ListedSchema<F>> {
      const { path, ...rest } = listOf([name, name], title, fields, row, def);
      return list(path, {
        ...rest,
        filters: rest.filters as FilterProps<F> & P,
        sort: sortedBy(fields) as KeysWith<F, { sort: true }>[],
        row,
      });
    },
  };
}

const actionLabels = { add: '新增', edit: '编辑', delete: '删除', export: '导出', import: '导入' };

/** The columns that an export may hold: heading by field. */
type ExportKey<F> = Exclude<keyof F, KeysWith<F, { export: false }>> & string;

/** A column of an export: a field under its own title, or a key with its heading. */
type HeadedColumn = readonly [key: string, heading: string];
type ExportColumn = string | HeadedColumn;
type ExportColumnKey<S> = S extends readonly [infer K extends string, string] ? K : S & string;

/**
 * A noun with its calls; each stands in the contract under the name that it is to have:
 * `getThingList: thing.list()`, `addThing: thing.add()` …
 * @param how `owned`: its rows have department_id and project_id, and who may know of one follows from them; `of`: the noun
 *   beside which it stands, whose word its addresses and rights have
 */
export function resource<const N extends string, const F extends Fields>(
  name: N,
  title: string,
  fields: F,
  { owned = false, of: place = name }: { owned?: boolean; of?: string } = {},
) {
  const Name = capital(name);
  const entries = Object.entries(fields as Fields);
  const editable = entries.filter(([, options]) => options.editable !== false);
  const row = strict({
    id: Id,
    ...shownIn(fields),
    createdAt: Instant,
    version: Type.Integer(),
  }) as unknown as RowSchema<F>;
  const addProps = Object.fromEntries(
    editable.map(([key, { schema, required }]) => [key, required ? schema : Type.Optional(schema)]),
  ) as unknown as AddProps<F>;
  const editProps = {
    id: Id,
    version: Type.Integer({ minimum: 1, title: '版本' }),
    ...Object.fromEntries(
      editable.map(([key, options]) => [key, Type.Optional(echoSchema(options) ?? emptiable(options))]),
    ),
  } as unknown as EditProps<F>;
  const fullProps = Object.fromEntries(
    editable.map(([key, options]) => [key, options.required ? options.schema : Type.Optional(emptiable(options))]),
  ) as unknown as FullProps<F>;

  return {
    name,
    title,
    fields,
    persisted: true,
    owned,
    row,
    /** What add and edit take, for a contract that has its own calls beside them. */
    addProps,
    editProps,
    fullProps,
    /** The rights of the buttons of its screen, for the calls that say no other. */
    permissions(
      actions: readonly (keyof typeof actionLabels)[] = ['add', 'edit', 'delete', 'export'],
      roles: readonly SeedRole[] = [],
    ): PermissionDef[] {
      return actions.map((key) => ({ key: `${place}:${key}`, title: `${actionLabels[key]}${title}`, roles }));
    },
    list<P extends TProperties = Record<never, never>>(
      def: EndpointOptions & { filters?: P } = {},
    ): Endpoint<ListInput<FilterProps<F> & P, SortKey<F>>, RowSchema<F>> {
      const { path, ...rest } = listOf([name, place], title, fields, row, def);
      return list(path, {
        ...rest,
        filters: rest.filters as unknown as FilterProps<F> & P,
        sort: [...sortedBy(fields), 'createdAt'] as SortKey<F>[],
        row,
      });
    },
    /** One row as it is now; sensitive fields are whole, for those who may edit, and that is entered in the command log. */
    get(def: EndpointOptions = {}): Endpoint<TObject<{ id: typeof Id }>, RowSchema<F>> {
      const tells = entries.some(([, { sensitive }]) => sensitive !== undefined);
      return post(`/api/${place}/get${Name}`, {
        title: def.title ?? `${title}详情`,
        permission: def.permission ?? `${place}:${tells ? 'edit' : 'list'}`,
        change: tells,
        input: { id: Id },
        output: row,
      });
    },
    add<P extends TProperties = Record<never, never>, I extends TProperties = Record<never, never>>(
      def: EndpointInputOptions<I> & { output?: P } = {},
    ) {
      return post(`/api/${place}/add${Name}`, {
        title: def.title ?? `新增${title}`,
        permission: def.permission ?? `${place}:add`,
        input: { ...addProps, ...(def.input as I) },
        output: strict({ id: Id, ...(def.output as P) }),
      });
    },
    /** An absent field stays as it is; null empties one that may be empty. */
    edit<I extends TProperties = Record<never, never>>(def: EndpointInputOptions<I> = {}) {
      return post(`/api/${place}/edit${Name}`, {
        title: def.title ?? `编辑${title}`,
        permission: def.permission ?? `${place}:edit`,
        input: { ...editProps, ...(def.input as I) },
        output: strict({ id: Id, version: Type.Integer() }),
      });
    },
    /** Of what is written as a whole: an absent field, or null, is an empty one. */
    addFull<P extends TProperties = Record<never, never>>(def: EndpointOptions & { output?: P } = {}) {
      return post(`/api/${place}/add${Name}`, {
        title: def.title ?? `新增${title}`,
        permission: def.permission ?? `${place}:add`,
        input: fullProps,
        output: strict({ id: Id, version: Type.Integer(), ...(def.output as P) }),
      });
    },
    editFull<P extends TProperties = Record<never, never>>(def: EndpointOptions & { output?: P } = {}) {
      return post(`/api/${place}/edit${Name}`, {
        title: def.title ?? `编辑${title}`,
        permission: def.permission ?? `${place}:edit`,
        input: { id: Id, version: editProps.version, ...fullProps },
        output: strict({ id: Id, version: Type.Integer(), ...(def.output as P) }),
      });
    },
    /** What a call of its own takes of these fields; one that is absent stays as it is, null empties one that may be empty. */
    partialInput<K extends keyof F & string>(...keys: readonly K[]): PartialProps<F, K> {
      const props = keys.map((key) => {
        const options: Field = fields[key] as Field;
        return [key, Type.Optional(canBeEmpty(options) ? nullable(options.schema) : options.schema)];
      });
      return Object.fromEntries(props) as PartialProps<F, K>;
    },
    remove(def: EndpointOptions = {}) {
      return post(`/api/${place}/delete${Name}`, {
        title: def.title ?? `删除${title}`,
        permission: def.permission ?? `${place}:delete`,
        input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title }) },
        output: NoData,
      });
    },
    /** 启用 and 停用. */
    status<I extends TProperties = Record<never, never>>(def: EndpointInputOptions<I> = {}) {
      return post(`/api/${place}/update${Name}Status`, {
        title: def.title ?? `启用停用${title}`,
        permission: def.permission ?? `${place}:edit`,
        input: { id: Id, status: statusField.schema, ...(def.input as I) },
        output: strict({ id: Id, version: Type.Integer() }),
      });
    },
    /** The upload of a sheet with the noun's fields. */
    import(def: EndpointOptions = {}) {
      const { title: sheetTitle = `导入${title}`, permission = `${place}:import` as const } = def;
      return importOf(`/api/${place}/import${Name}`, { title: sheetTitle, permission });
    },
    /** The empty sheet. */
    template(def: EndpointOptions = {}) {
      const { title: sheetTitle = `${title}导入模板`, permission = `${place}:import` as const } = def;
      return templateOf(`/api/${place}/getImportTemplate`, { title: sheetTitle, permission });
    },
    /** @param def `columns`: what may be exported in another order, under other headings; `also`: what is no field's, last */
    export<
      E extends Endpoint,
      const S extends ExportColumn = ExportKey<F> | 'createdAt',
      const A extends HeadedColumn = never,
    >(of: E, def: EndpointOptions & { columns?: readonly S[]; also?: readonly A[] } = {}) {
      type Key = ExportColumnKey<S> | A[0];
      const exported = entries.filter(([, options]) => options.export !== false).map(([key]) => key);
      const headingOf = (key: string) => (fields[key]?.schema as { title?: string } | undefined)?.title ?? key;
      const declaredColumns: readonly ExportColumn[] = def.columns ?? [...exported, ['createdAt', '创建时间']];
      const all: readonly ExportColumn[] = [...declaredColumns, ...(def.also ?? [])];
      const columns = all.map((column) =>
        typeof column === 'string' ? ([column, headingOf(column)] as const) : column,
      );
      return exportOf<E, Key>(of, {
        path: `/api/${place}/export${Name}`,
        title: def.title ?? `${title}导出`,
        permission: def.permission ?? `${place}:export`,
        columns: Object.fromEntries(columns) as Record<Key, string>,
        personal: columns.map(([key]) => key as Key).filter((key) => fields[key]?.sensitive),
      });
    },
  };
}
