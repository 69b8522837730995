import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from '#shared/typebox.ts';
import { type Endpoint, Id, nullable, type Permission, post, strict } from '../endpoint.ts';

/**
 * Limit for an immediate export: more rows run as a job, more than `maxRows` are refused (domain.md 3.6). The
 * parameters `export_limit` can lower both.
 */
export const rowsAtOnce = 10_000;
export const maxExportRows = 100_000;

const Answer = strict({
  /** Ready for the download form, for 24 hours. */
  fileId: nullable(Id),
  /** Set instead of `fileId` if the export runs as a job. */
  jobId: nullable(Id),
  count: Type.Integer(),
});

type Filters<E> = E extends Endpoint<infer In, TSchema> ? Omit<Static<In>, 'page' | 'limit'> : never;

export interface ExportEndpoint<F = unknown, K extends string = string>
  extends Endpoint<TUnsafe<{ filters?: F; columns?: K[] }>, typeof Answer> {
  readonly row: TSchema;
  /** Keys and headings of the columns that can be exported, in order. */
  readonly columns: Readonly<Record<K, string>>;
  /** Columns with personal values; masked except in `exportClear`. */
  readonly personal: readonly K[];
}

/**
 * Declares the export of a list: its filters, keyword and sort, and the wanted columns (default all). `columns` has key
 * and heading; a key is a field of the list's row unless the exporter fills it itself.
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
  /** Exports a list with unmasked personal columns: logged as an action of its own, with its reason. */
  exportClear: post('/api/export/exportClear', {
    title: '导出明文',
    permission: 'pii:reveal',
    input: {
      /** Name of the list's resource, e.g. customer. The caller needs the permission for its export, too. */
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
