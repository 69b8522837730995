import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

const named = (column: RawBuilder<unknown>) => sql`coalesce(${column}, '')`;

/** Statements for the test of the finder: the first is correct, each other one has one error. */
export const samples = [
  (tx: Db) =>
    sql<{ id: string; name: string; sort: number; at: string }>`
      select id, ${named(sql`name`)} as name, sort, created_at as at from dictionary_type where code = ${'a'}`.execute(
      tx,
    ),
  (tx: Db) => sql<{ id: string }>`select id from dictionary_type where renamed = ${1}`.execute(tx),
  (tx: Db) => sql<{ id: string }>`select id from dictionary_type where ${named(sql`gone`)} = ''`.execute(tx),
  (tx: Db) => sql<{ title: string }>`select name from dictionary_type`.execute(tx),
  (tx: Db) => sql<{ id: number; fixed: boolean | null }>`select id, fixed from dictionary_type`.execute(tx),
  (tx: Db) => sql`update dictionary_type set kind = ${'list'}, note = 'x'`.execute(tx),
  (tx: Db, table: string) => sql`select 1 from ${sql.table(table)}`.execute(tx),
];
