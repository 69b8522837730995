import { pool } from './db.ts';

/** Location of encrypted text: a column named `…_cipher`, or a key of a jsonb column. */
export interface Cipher {
  /** Table or partition, as an SQL name. */
  relation: string;
  /** SQL expression of the value, for row `t`. */
  value: string;
  /** SQL assignment of `n.fresh` to the value. */
  set: string;
  /** Readable name, e.g. `customer.entry_cipher`. */
  name: string;
  /** Size of the relation in 8 kB pages. */
  pages: number;
}

/** Encrypted keys of jsonb columns; the input of a job may contain names of customers. */
const fields = [{ relation: 'job', column: 'input', field: 'asked' }];

/**
 * Returns every place in the database with values of `encrypt`. Columns are found by name: only `…_cipher` columns may
 * hold such values, which a test checks.
 */
export async function ciphers(): Promise<Cipher[]> {
  const { rows } = await pool().query<{ relation: string; column: string | null; pages: number }>(
    `select c.oid::regclass::text as relation, quote_ident(a.attname) as column, ceil(pg_relation_size(c.oid) / 8192.0)::int as pages
     from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attname like '%\\_cipher' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (a.attname is not null or c.relname = any($1))
     order by pg_relation_size(c.oid), 1, 2`,
    [fields.map(({ relation }) => relation)],
  );
  return rows.flatMap(({ relation, column, pages }) => [
    ...(column === null
      ? []
      : [{ relation, value: `t.${column}`, set: `${column} = n.fresh`, name: `${relation}.${column}`, pages }]),
    ...fields
      .filter((field) => field.relation === relation)
      .map(({ column: document, field }) => ({
        relation,
        value: `t.${document} ->> '${field}'`,
        set: `${document} = jsonb_set(t.${document}, '{${field}}', to_jsonb(n.fresh))`,
        name: `${relation}.${document}.${field}`,
        pages,
      })),
  ]);
}
