import { retitled, type Static, type TObject, type TProperties, type TSchema, Type } from '#shared/typebox.ts';

/**
 * `public`: no session; `login`: any logged-in user; `family`: the key of a customer user's browser, below
 * `/api/family/`; `display`: the key of a wall, below `/api/wall/`; else the key of a menu or button.
 */
export type Permission = 'public' | 'login' | 'family' | 'display' | `${string}:${string}`;

/** `app`: an application by its own token, with the permission as its scope; `login`: any logged-in user, beside a key. */
export type AlsoFor = 'app' | 'login';

/** One endpoint of the product: gives validator, serializer, OpenAPI, typed client and form rules. */
export interface Endpoint<In extends TSchema = TSchema, Out extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly title: string;
  readonly permission: Permission;
  /** Callers besides those of the permission. */
  readonly alsoFor?: readonly AlsoFor[];
  readonly input: In;
  readonly output: Out;
  /** A list: rows in `data`, their total in `count`. */
  readonly list: boolean;
  /** Writes something, or reveals health data: it is written to the command log. */
  readonly change: boolean;
  /** Works even while the password must be changed first. */
  readonly beforePasswordChange: boolean;
  /** Multipart request: one part `file`, the other parts are the input. */
  readonly upload: boolean;
  /** The input is in the query string, not in a body. */
  readonly inQuery: boolean;
}

/** A list: rows in `data`, their total in `count`. */
export interface ListEndpoint<In extends TSchema = TSchema, Out extends TSchema = TSchema> extends Endpoint<In, Out> {
  readonly list: true;
}

export type InputOf<E> = E extends Endpoint<infer In, TSchema> ? Static<In> : never;
type KeysOf<T> = T extends unknown ? keyof T & string : never;
/** Names of the call's input fields. */
export type InputKey<E extends Endpoint> = KeysOf<InputOf<E>>;
/** Output type of an endpoint; for a list the type of one row. */
export type OutputOf<E> = E extends Endpoint<TSchema, infer Out> ? Static<Out> : never;

/** Decimal string of a bigint. */
export const Id = Type.String({ pattern: '^[1-9][0-9]{0,17}$', format: 'int64' });
/** Instant, ISO 8601 UTC with milliseconds. */
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$',
  format: 'date-time',
  msg: '时间格式不正确',
});
/** An instant, or a day (YYYY-MM-DD) of the project that a row belongs to. */
export const Moment = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z)?$',
  format: 'moment',
  msg: '时间格式不正确',
});
/** The filters from–to of a list that is filtered by time. */
export const span = {
  from: Type.Optional(Type.String({ ...Instant, title: '开始时间' })),
  to: Type.Optional(Type.String({ ...Instant, title: '结束时间' })),
};
export const NoData = Type.Null();

/** Declares an object that refuses unknown fields; `title` if it is a field itself. */
export function strict<P extends TProperties>(properties: P, title?: string): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...(title !== undefined && { title }) });
}

/** Returns some properties of a shape. */
export function pick<P extends object, const K extends keyof P>(properties: P, keys: readonly K[]): Pick<P, K> {
  return Object.fromEntries(keys.map((key) => [key, properties[key]])) as Pick<P, K>;
}

/** Makes a schema accept null too; a type list serializes without trying alternatives. */
export function nullable<T extends TSchema>(schema: T) {
  const plain = schema as { type?: string; enum?: unknown[] };
  if (plain.enum) return Type.Unsafe<Static<T> | null>({ ...schema, enum: [...plain.enum, null] });
  if (plain.type) return Type.Unsafe<Static<T> | null>({ ...schema, type: [plain.type, 'null'] });
  return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] });
}

interface Basics<Out extends TSchema> {
  title: string;
  permission: Permission;
  alsoFor?: readonly AlsoFor[];
  output: Out;
  change?: boolean;
  beforePasswordChange?: boolean;
  upload?: boolean;
  inQuery?: boolean;
}

/** Declares a call with a JSON body. It counts as a change unless it has `change: false`. */
export function post<P extends TProperties, Out extends TSchema>(
  path: string,
  def: Basics<Out> & { input: P },
): Endpoint<TObject<P>, Out> {
  return {
    method: 'POST',
    path,
    title: def.title,
    permission: def.permission,
    ...(def.alsoFor && { alsoFor: def.alsoFor }),
    input: strict(titled(def.input)),
    output: def.output,
    list: false,
    change: def.change ?? true,
    beforePasswordChange: def.beforePasswordChange ?? false,
    upload: def.upload ?? false,
    inQuery: def.inQuery ?? false,
  };
}

/** Declares a reading call with a query string; its values are strings. */
export function get<P extends TProperties, Out extends TSchema>(
  path: string,
  def: Basics<Out> & { input?: P },
): Endpoint<TObject<P>, Out> {
  return {
    method: 'GET',
    path,
    title: def.title,
    permission: def.permission,
    ...(def.alsoFor && { alsoFor: def.alsoFor }),
    input: strict(titled(def.input ?? ({} as P))),
    output: def.output,
    list: false,
    change: def.change ?? false,
    beforePasswordChange: def.beforePasswordChange ?? false,
    upload: def.upload ?? false,
    inQuery: true,
  };
}

function paging<S extends string>(fields: readonly S[]) {
  return {
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, title: '页码' })),
    /** 0: only the count. */
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, title: '每页条数' })),
    sort: Type.Optional(
      Type.Array(
        strict({
          field: Type.Enum([...fields], { title: '排序字段' }),
          order: Type.Enum(['asc', 'desc'], { title: '排序方向' }),
        }),
        {
          maxItems: 5,
          title: '排序',
        },
      ),
    ),
    keyword: Type.Optional(Type.String({ maxLength: 50, title: '关键字' })),
  };
}

export type ListInput<F extends TProperties, S extends string> = TObject<F & ReturnType<typeof paging<S>>>;

/** Declares a list: `filters` and `sort` give URL, form, query and export. */
export function list<F extends TProperties, S extends string, Row extends TSchema>(
  path: string,
  def: {
    title: string;
    permission: Permission;
    alsoFor?: readonly AlsoFor[];
    filters: F;
    sort: readonly S[];
    row: Row;
  },
): ListEndpoint<ListInput<F, S>, Row> {
  return {
    method: 'POST',
    path,
    title: def.title,
    permission: def.permission,
    ...(def.alsoFor && { alsoFor: def.alsoFor }),
    input: strict({ ...paging(def.sort), ...titled(def.filters) }) as ListInput<F, S>,
    output: def.row,
    list: true,
    change: false,
    beforePasswordChange: false,
    upload: false,
    inQuery: false,
  };
}

/** Default titles by field name; a field with a narrower meaning has its own title. */
const usual: Readonly<Record<string, string>> = {
  id: '编号',
  version: '版本',
  departmentId: '部门',
  projectId: '项目',
  customerId: '客户',
  customerUserId: '家属端用户',
  contactId: '联系人',
  equipmentId: '设备',
  gatewayId: '网关',
  warnId: '告警',
  stepId: '处置记录',
  dispatchId: '派单',
  planId: '回访计划',
  bedId: '床位',
  userId: '用户',
  roleId: '角色',
  responsibleId: '责任人',
  handlerId: '处理人',
  objectId: '操作对象',
  jobId: '任务',
  logId: '日志',
};

/** Adds the default titles to an input's fields without a title, for error messages. */
function titled<P extends TProperties>(properties: P): P {
  const entries = Object.entries(properties).map(([key, schema]) => {
    const title = usual[key];
    return [key, title === undefined || 'title' in schema ? schema : retitled(schema, title)] as const;
  });
  return Object.fromEntries(entries) as P;
}
