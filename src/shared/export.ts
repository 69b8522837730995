import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from '#shared/typebox.ts';
import { type Endpoint, Id, nullable, type Permission, post, strict } from './endpoint.ts';

/**
 * Up to here an export is answered at once, beyond it runs as a job; more than `maxRows` is refused (domain.md 3.6). The
 * parameters `export_limit` may lower both.
 */
export const rowsAtOnce = 10_000;
export const maxExportRows = 100_000;

const Answer = strict({
  /** Ready to be fetched with the download form, for 24 hours. */
  fileId: nullable(Id),
  /** Set instead of `fileId` when it runs as a job. */
  jobId: nullable(Id),
  count: Type.Integer(),
});

type Filters<E> = E extends Endpoint<infer In, TSchema> ? Omit<Static<In>, 'page' | 'limit'> : never;

export interface ExportEndpoint<F = unknown, K extends string = string>
  extends Endpoint<TUnsafe<{ filters?: F; columns?: K[] }>, typeof Answer> {
  /** A row of the list. */
  readonly row: TSchema;
  /** Keys and headings of what may be exported, in order. */
  readonly columns: Readonly<Record<K, string>>;
  /** Columns that hold personal values, masked unless `exportClear` is asked for them. */
  readonly personal: readonly K[];
}

/**
 * The export of a list: its own filters, keyword and sort, and the wanted columns (all when left out). `columns` says
 * key and heading; a key is a field of the list's row unless the exporter fills it otherwise.
 */
export function exportOf<E extends Endpoint, K extends string>(
  of: E,
  def: {
    path: string;
    title: string;
    permission: Permission;
    columns: Readonly<Record<K, string>>;
    personal?: readonly NoInfer<K>[];
  },
): ExportEndpoint<Filters<E>, K> {
  const { page: _page, limit: _limit, ...filters } = (of.input as TObject<TProperties>).properties;
  const keys = Object.keys(def.columns);
  const endpoint = post(def.path, {
    title: def.title,
    permission: def.permission,
    input: {
      filters: Type.Optional(strict(filters, '筛选')),
      columns: Type.Optional(
        Type.Array(Type.Enum(keys), { minItems: 1, maxItems: keys.length, uniqueItems: true, title: '导出列' }),
      ),
    },
    output: Answer,
  });
  return {
    ...endpoint,
    row: of.output,
    columns: def.columns,
    personal: def.personal ?? [],
  } as unknown as ExportEndpoint<Filters<E>, K>;
}

export const exportApi = {
  /** The export of a list with its personal columns in clear: an act of its own in the log, with the reason for it. */
  exportClear: post('/api/export/exportClear', {
    title: '导出明文',
    permission: 'pii:reveal',
    input: {
      /** The noun of the list: customer. Its export must be among the caller's rights, too. */
      object: Type.String({ pattern: '^[a-z][a-zA-Z]{0,30}$', title: '对象' }),
      filters: Type.Optional(Type.Object({}, { additionalProperties: true, title: '筛选' })),
      columns: Type.Optional(
        Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100, uniqueItems: true, title: '导出列' }),
      ),
      reason: Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '\\S',
        title: '原因',
        msg: '请输入2-200个字的原因',
      }),
    },
    output: Answer,
  }),
};
