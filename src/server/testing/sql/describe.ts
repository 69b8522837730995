import pg from 'pg';
import type { Kind, Statement } from './statements.ts';

interface Columns {
  fields: { name: string; dataTypeID: number }[];
}

/** Asks the server for the columns of a statement without running it. Rejects with the error of the statement. */
async function describe(client: pg.Client, text: string): Promise<Columns['fields']> {
  const fields: Columns['fields'] = [];
  await new Promise<void>((resolve, reject) => {
    const described = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: (message: Columns) => fields.push(...message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    };
    client.query(described as unknown as pg.Submittable);
  });
  return fields;
}

const { builtins } = pg.types;
const numbers = new Set<number>([builtins.INT2, builtins.INT4, builtins.FLOAT4, builtins.FLOAT8, builtins.OID]);
const documents = new Set<number>([builtins.JSON, builtins.JSONB]);

/** Returns the TypeScript kind of a PostgreSQL type. */
function kindOf(oid: number, arrays: ReadonlySet<number>): Kind {
  if (numbers.has(oid)) return 'number';
  if (oid === builtins.BOOL) return 'boolean';
  if (documents.has(oid)) return 'any';
  if (oid === builtins.BYTEA) return 'object';
  return arrays.has(oid) ? 'list' : 'string';
}

/** Returns a sentence for each column that the code reads and the database lacks, or returns as another kind. */
function differences(row: Statement['row'], fields: Columns['fields'], arrays: ReadonlySet<number>): string[] {
  const kindByName = new Map(fields.map(({ name, dataTypeID }) => [name, kindOf(dataTypeID, arrays)]));
  return [...(row ?? [])].flatMap(([name, kinds]) => {
    const kind = kindByName.get(name);
    if (!kind) return [`gives no column ${name}`];
    if (kind === 'any' || kinds.length === 0 || kinds.includes('any') || kinds.includes(kind)) return [];
    return [`gives ${name} as ${kind}, read as ${[...new Set(kinds)].join(' | ')}`];
  });
}

/** Returns a sentence if the statement writes though a method for reading runs it, or the other way round. */
async function wrongMethod(client: pg.Client, { text, writes }: Statement): Promise<string[]> {
  if (writes === undefined) return [];
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`explain (generic_plan, format json) ${text}`);
  const changes = JSON.stringify(rows).includes('"Node Type":"ModifyTable"');
  if (changes === writes) return [];
  return [changes ? 'writes, but rows and row only read' : 'only reads, but returning and affected write'];
}

/** Returns the errors of the statements, one sentence each with its location: checked by the server, nothing is run. */
export async function wrongStatements(client: pg.Client, statements: readonly Statement[]): Promise<string[]> {
  const { rows } = await client.query<{ oid: number }>(
    `select oid::int from pg_type where typelem <> 0 and typlen = -1`,
  );
  const arrays = new Set(rows.map(({ oid }) => oid));
  const wrong: string[] = [];
  for (const statement of statements) {
    const { location, text, row } = statement;
    try {
      const fields = await describe(client, text);
      const sentences = [...differences(row, fields, arrays), ...(await wrongMethod(client, statement))];
      wrong.push(...sentences.map((sentence) => `${location} ${sentence}`));
    } catch (error) {
      wrong.push(`${location} ${(error as Error).message}`);
    }
  }
  return wrong;
}
