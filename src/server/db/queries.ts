import {
  CamelCasePlugin,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type PluginTransformResultArgs,
  PostgresAdapter,
  PostgresQueryCompiler,
  QueryCreator,
  type QueryExecutor,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import pg from 'pg';
import type { DB } from './tables.ts';

/** Interface of statements: the query builder, and `sql` for anything else; `execute` runs `sql` without a result. */
export type Queries = Pick<QueryCreator<DB>, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'> & {
  /** Returns the rows of a `select`. Must not write: outside a transaction it may run on a reader. */
  rows<T>(select: RawBuilder<T>): Promise<T[]>;
  /** Returns the first row of a `select`, as `rows`. */
  row<T>(select: RawBuilder<T>): Promise<T | undefined>;
  /** Runs a change and returns the rows of its `returning`, or of the `select` after a `with` that writes. */
  returning<T>(change: RawBuilder<T>): Promise<T[]>;
  /** Runs a change and returns the number of its rows. */
  affected(change: RawBuilder<unknown>): Promise<number>;
  getExecutor(): QueryExecutor;
};

/** Connection of statements: a pool, or one client in a transaction. */
type Source = Pick<pg.ClientBase, 'query'>;

const { builtins } = pg.types;
const asText = (value: string) => value;
const parsers: Partial<Record<number, (value: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
  [builtins.DATE]: asText,
  [builtins.INTERVAL]: asText,
};

/**
 * Value parsers as on the wire: instants as ISO with milliseconds and Z, dates as YYYY-MM-DD, bigint as decimal
 * strings.
 */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
};

/** Converts camelCase names to database names; `rename` converts back. */
class SnakeNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<Record<string, unknown>>> {
    return result;
  }
  nameOf(column: string): string {
    return this.camelCase(column);
  }
}
const names = new SnakeNames();

function rename(result: pg.QueryResult<Record<string, unknown>>): Record<string, unknown>[] {
  if (!result.fields?.some(({ name }) => name.includes('_'))) return result.rows;
  const pairs = result.fields.map(({ name }) => [name, names.nameOf(name)] as const);
  return result.rows.map((row) => {
    const renamed: Record<string, unknown> = {};
    for (const [name, camel] of pairs) renamed[camel] = row[name];
    return renamed;
  });
}

const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

/** @param readers runs the builder's `select` */
function connectionOn(source: Source, readers: Source): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const on = query.kind === 'SelectQueryNode' ? readers : source;
      const result = await on.query({ text: sql, values: [...parameters], types: wireTypes });
      // Raw SQL keeps its names as written.
      const rows = query.kind === 'RawNode' ? result.rows : rename(result);
      return changes.includes(result.command) ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) } : { rows };
    },
    streamQuery() {
      throw new Error('results are read in batches: server/db/cursor.ts');
    },
  };
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function executorOn(source: Source, readers: Source): QueryExecutor {
  const connection = connectionOn(source, readers);
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  return new DefaultQueryExecutor(compiler, adapter, provider, [names]);
}

/**
 * Creates Kysely on a pool, or on the connection of an open transaction.
 * @param readers pool for statements that only read
 */
export function queriesOn(source: Source, readers = source): Queries {
  const executor = executorOn(source, readers);
  const readExecutor = readers === source ? executor : executorOn(readers, readers);
  const reading = { getExecutor: () => readExecutor };
  const writing = { getExecutor: () => executor };
  const creator = new QueryCreator<DB>({ executor });
  return {
    selectFrom: creator.selectFrom.bind(creator),
    insertInto: creator.insertInto.bind(creator),
    updateTable: creator.updateTable.bind(creator),
    deleteFrom: creator.deleteFrom.bind(creator),
    rows: async (select) => (await select.execute(reading)).rows,
    row: async (select) => (await select.execute(reading)).rows[0],
    returning: async (change) => (await change.execute(writing)).rows,
    affected: async (change) => Number((await change.execute(writing)).numAffectedRows ?? 0n),
    getExecutor: () => executor,
  };
}
