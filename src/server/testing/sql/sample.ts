import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

const named = (column: RawBuilder<unknown>) => sql`coalesce(${column}, '')`;

/** Statements for the test of the finder: the first two are correct, each other one has one error. */
export const samples = [
  (tx: Db) => tx.returning(sql<{ id: string }>`update dictionary_type set name = ${'a'} returning id`),
  (tx: Db) =>
    tx.rows(sql<{ id: string; name: string; sort: number; at: string }>`
      select id, ${named(sql`name`)} as name, sort, created_at as at from dictionary_type where code = ${'a'}`),
  (tx: Db) => tx.rows(sql<{ id: string }>`select id from dictionary_type where renamed = ${1}`),
  (tx: Db) => tx.rows(sql<{ id: string }>`select id from dictionary_type where ${named(sql`gone`)} = ''`),
  (tx: Db) => tx.rows(sql<{ title: string }>`select name from dictionary_type`),
  (tx: Db) => tx.rows(sql<{ id: number; fixed: boolean | null }>`select id, fixed from dictionary_type`),
  (tx: Db) => sql`update dictionary_type set kind = ${'list'}, note = 'x'`.execute(tx),
  (tx: Db) => tx.rows(sql<{ id: string }>`delete from dictionary_type returning id`),
  (tx: Db) => tx.affected(sql`select id from dictionary_type`),
  (tx: Db, table: string) => sql`select 1 from ${sql.table(table)}`.execute(tx),
];
