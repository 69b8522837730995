import { setTimeout as rest } from 'node:timers/promises';
import { onDatabase } from '../../test/support/database.ts';

/** Drops queued rows by a trigger: what remains is the ingest without the work of settling. */
const drop = `
  create or replace function bench_drop() returns trigger language plpgsql as 'begin return null; end';
  create or replace trigger bench_drop before insert on reading_queue for each row execute function bench_drop()`;

/** Lets new readings be settled, or none of them. */
export async function setSettling(databaseUrl: string, settling: boolean): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query(settling ? 'drop trigger if exists bench_drop on reading_queue' : drop),
  );
}

/** Waits until nothing is queued. */
export async function drained(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    while ((await client.query('select 1 from reading_queue limit 1')).rows.length > 0) await rest(200);
  });
}
