import { type TObject, type TProperties, type TSchema, Type } from '#shared/typebox.ts';
import { exportOf } from './contract/export.ts';
import { importOf, templateOf } from './contract/import.ts';
import {
  type Endpoint,
  Id,
  Instant,
  type ListEndpoint,
  type ListInput,
  list,
  NoData,
  nullable,
  type Permission,
  post,
  strict,
} from './endpoint.ts';
import type { PermissionDef, SeedRole } from './feature.ts';
import {
  type AddProps,
  canBeEmpty,
  type EditProps,
  type Field,
  type Fields,
  type FilterProps,
  type FullProps,
  filterName,
  type KeysWith,
  type ListedSchema,
  type PartialProps,
  type RecordProps,
  type RowSchema,
  type SortKey,
  statusField,
} from './resourceField.ts';
import { requireEncryptable, requireMaskedExport, requireUnfiltered } from './rule/encryptedField.ts';

interface EndpointOptions {
  permission?: Permission;
  title?: string;
}

/** Options of a call that takes more than the resource's fields. */
interface EndpointInputOptions<I extends TProperties> extends EndpointOptions {
  input?: I;
}

/** A resource that is listed and edited; its endpoints are built from its fields. */
export interface Resource<F extends Fields = Fields, N extends string = string> {
  /** Name of the table and of the calls; also of URLs and permissions unless `of` names another resource. */
  readonly name: N;
  /** E.g. 角色. */
  readonly title: string;
  readonly fields: F;
  /** Rows are added and edited and have `createdAt` and `version`; without it a row has only its fields. */
  readonly persisted: boolean;
  /**
   * Columns with a user who owns the row, for the scope `self`. Each row belongs to a department and a project: users see
   * the rows within their scope. Undefined: all users see all rows.
   */
  readonly owners: readonly string[] | undefined;
  /**
   * Owned table that each row belongs to, by `<owner>Id`: users see the rows of the records within their scope.
   * Undefined: the rows belong to no other record.
   */
  readonly owner: 'customer' | undefined;
}

/** Makes the schema of one end of a filter from–to; drops `after`, because filters have no order rule. */
const opened = <S extends TSchema>(schema: S, title: string) => {
  const { after: _after, ...rest } = schema as S & { after?: string };
  return { ...rest, title } as unknown as S;
};

/** Makes the schema of a field for edit: null empties a field that can be empty. */
function emptiable(options: Field): TSchema {
  return canBeEmpty(options) && !options.required ? nullable(options.schema) : options.schema;
}

/** Makes a lenient schema for an immutable field that edit only echoes: its rule may have changed since it was set. */
function echoSchema({ immutable, schema }: Field): TSchema | undefined {
  const { type, title, unlogged } = schema as { type?: string; title?: string; unlogged?: true };
  const rest = { ...(title && { title }), ...(unlogged && { unlogged }) };
  return immutable && type === 'string' ? Type.String({ maxLength: 1000, ...rest }) : undefined;
}

/** Marks the input of an encrypted field: the command log hides it. */
const asInput = (options: Field): Field =>
  options.encrypted ? { ...options, schema: { ...options.schema, unlogged: true } as TSchema } : options;

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
      return [[key, options.output ?? shown(options)]];
    }),
  );

const shown = (options: Field): TSchema => (canBeEmpty(options) ? nullable(options.schema) : options.schema);

/** Returns the fields of a record with their schemas. */
function shownInRecord(fields: Fields): TProperties {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, options]): [string, TSchema][] => {
      const { output, record } = options;
      if (record === false || (record === undefined && output === false)) return [];
      if (typeof record === 'object') return [[key, record]];
      return [[key, output || shown(options)]];
    }),
  );
}

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

/** Declares a resource that is only listed and has no table of its own; one of its fields is `id`. */
export function listResource<const F extends Fields & { id: Field }>(name: string, title: string, fields: F) {
  const row = strict(shownIn(fields)) as unknown as ListedSchema<F>;
  return {
    name,
    title,
    fields,
    persisted: false,
    owners: undefined,
    owner: undefined,
    row,
    list<P extends TProperties = Record<never, never>>(
      def: EndpointOptions & { filters?: P } = {},
    ): ListEndpoint<ListInput<FilterProps<F> & P, KeysWith<F, { sort: true }>>, ListedSchema<F>> {
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

/** Keys of the fields that can be exported. */
type ExportKey<F> = Exclude<keyof F, KeysWith<F, { export: false }>> & string;

/** A column of an export: a field with its own title, or a key with its heading. */
type HeadedColumn = readonly [key: string, heading: string];
type ExportColumn = string | HeadedColumn;
type ExportColumnKey<S> = S extends readonly [infer K extends string, string] ? K : S & string;

/**
 * Declares a resource with its endpoints; the contract names each: `getThingList: thing.list()`, `addThing:
 * thing.add()`.
 * @param how `owners`: rows have department_id and project_id, and these columns name the users who own one; `of`: another
 * resource that gives the name in URLs and permissions; `owner`: the table that a row belongs to, by a field like `customerId`
 */
export function resource<const N extends string, const F extends Fields>(
  name: N,
  title: string,
  fields: F,
  {
    owners,
    owner,
    of: place = name,
  }: { owners?: readonly ('createdBy' | (keyof F & string))[]; owner?: 'customer'; of?: string } = {},
) {
  const Name = capital(name);
  const entries = Object.entries(fields as Fields);
  requireEncryptable(name, fields);
  const editable = entries
    .filter(([, options]) => options.editable !== false)
    .map(([key, options]): [string, Field] => [key, asInput(options)]);
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
    owners,
    owner,
    row,
    /** Fields of the record page: a record is `strict({ id, ...recordProps, createdAt, version })`. */
    recordProps: shownInRecord(fields) as unknown as RecordProps<F>,
    /** Fields of add and edit, for a contract with its own calls. */
    addProps,
    editProps,
    fullProps,
    /** Returns the permissions of the screen's buttons; calls use them by default. */
    permissions(
      actions: readonly (keyof typeof actionLabels)[] = ['add', 'edit', 'delete', 'export'],
      roles: readonly SeedRole[] = [],
    ): PermissionDef[] {
      return actions.map((key) => ({ key: `${place}:${key}`, title: `${actionLabels[key]}${title}`, roles }));
    },
    list<P extends TProperties = Record<never, never>>(
      def: EndpointOptions & { filters?: P } = {},
    ): ListEndpoint<ListInput<FilterProps<F> & P, SortKey<F>>, RowSchema<F>> {
      requireUnfiltered(name, fields, Object.keys(def.filters ?? {}));
      const { path, ...rest } = listOf([name, place], title, fields, row, def);
      return list(path, {
        ...rest,
        filters: rest.filters as unknown as FilterProps<F> & P,
        sort: [...sortedBy(fields), 'createdAt'] as SortKey<F>[],
        row,
      });
    },
    /** Declares the call for one current row; with sensitive fields it is unmasked, needs `edit` and is logged. */
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
    /** Declares edit: an absent field is unchanged; null empties a field that can be empty. */
    edit<I extends TProperties = Record<never, never>>(def: EndpointInputOptions<I> = {}) {
      return post(`/api/${place}/edit${Name}`, {
        title: def.title ?? `编辑${title}`,
        permission: def.permission ?? `${place}:edit`,
        input: { ...editProps, ...(def.input as I) },
        output: strict({ id: Id, version: Type.Integer() }),
      });
    },
    /** Declares add for records that are written as a whole: an absent field, or null, is empty. */
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
    /** Returns optional input of a custom call: absent is unchanged, null empties a field that can be empty. */
    partialInput<K extends keyof F & string>(...keys: readonly K[]): PartialProps<F, K> {
      const props = keys.map((key) => {
        const options = asInput(fields[key] as Field);
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
    /** Declares the switch between 启用 and 停用. */
    status<I extends TProperties = Record<never, never>>(def: EndpointInputOptions<I> = {}) {
      return post(`/api/${place}/update${Name}Status`, {
        title: def.title ?? `启用停用${title}`,
        permission: def.permission ?? `${place}:edit`,
        input: { id: Id, status: statusField.schema, ...(def.input as I) },
        output: strict({ id: Id, version: Type.Integer() }),
      });
    },
    /** Declares the upload of a sheet with the resource's fields. */
    import(def: EndpointOptions = {}) {
      const { title: sheetTitle = `导入${title}`, permission = `${place}:import` as const } = def;
      return importOf(`/api/${place}/import${Name}`, { title: sheetTitle, permission });
    },
    /** Declares the download of the empty sheet. */
    template(def: EndpointOptions = {}) {
      const { title: sheetTitle = `${title}导入模板`, permission = `${place}:import` as const } = def;
      return templateOf(`/api/${place}/getImportTemplate`, { title: sheetTitle, permission });
    },
    /**
     * @param def `columns`: columns in another order or with other headings; `also`: further columns, last
     */
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
      requireMaskedExport(
        name,
        fields,
        columns.map(([key]) => key),
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
