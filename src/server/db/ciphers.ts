import { pool } from './db.ts';

/** Where encrypted text lies: a column named `…_cipher`, or a field of a document. */
export interface Cipher {
  /** A table or a partition, as SQL names it. */
  relation: string;
  /** SQL of the value, of row `t`. */
  value: string;
  /** SQL that sets it to `n.fresh`. */
  set: string;
  /** For people: `customer.entry_cipher`. */
  name: string;
  /** 8 kB pages that the relation has. */
  pages: number;
}

/** Encrypted fields of documents; what a job is asked for may name people. */
const fields = [{ relation: 'job', column: 'input', field: 'asked' }];

/**
 * Everything in the database that holds values of `encrypt`. Columns are found by their name: one that does not end with
 * `_cipher` must not hold such values, which a test looks after.
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
