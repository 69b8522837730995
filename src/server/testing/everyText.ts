/** Runs a statement and returns its rows. */
type Run = <T extends object>(text: string) => Promise<T[]>;

/** Returns all values of all text-like columns, joined by table and column, without encrypted values. */
export async function everyText(run: Run): Promise<Map<string, string>> {
  const columns = await run<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join pg_class p on p.relname = c.table_name and p.relkind in ('r', 'p') and not p.relispartition
     where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'ARRAY', 'bytea', 'json')`,
  );
  const texts = new Map<string, string>();
  for (const { table_name, column_name } of columns) {
    const rows = await run<{ value: string }>(
      `select "${column_name}"::text as value from "${table_name}" where "${column_name}" is not null`,
    );
    const text = rows.map((row) => row.value).join('\n');
    // A long encrypted value may contain four given characters by chance.
    texts.set(`${table_name}.${column_name}`, text.replace(/\bk\d:[0-9a-f]+:[\w-]+/g, ''));
  }
  return texts;
}

/** Returns where the texts occur, plain or in hex: `text in table.column`. */
export function findTexts(texts: ReadonlyMap<string, string>, searched: readonly string[]): string[] {
  const hex = (text: string) => Buffer.from(text).toString('hex');
  return [...texts].flatMap(([column, text]) =>
    searched
      .filter((value) => text.includes(value) || (value.length > 4 && text.includes(hex(value))))
      .map((value) => `${value} in ${column}`),
  );
}
