import { sql } from 'kysely';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { listeners } from '#server/live/stream.ts';
import { lockedWarn } from './access.ts';
import { release } from './claim.ts';
import { tell } from './tell.ts';

/** Whoever has a live stream on this node was seen now. */
export async function notePresence(): Promise<void> {
  const users = [...listeners()].filter((id) => id !== '0');
  if (users.length === 0) return;
  await sql`
    insert into presence (user_id, seen_at) select u, now() from unnest(${users}::bigint[]) as u
    on conflict (user_id) do update set seen_at = now()`.execute(db);
}

/**
 * Gives back what an operator holds who has been gone for 2 minutes. Only while streams of others are alive and have been
 * for that long: a restart of the server or a cut network releases nothing (domain.md 7.1).
 */
export async function releaseAbandoned(upSinceMs: number): Promise<number> {
  if (Date.now() - upSinceMs < 150_000) return 0;
  const found = await sql<{ id: string }>`
    select w.id::text from warn w join presence p on p.user_id = w.handler_id
    where w.status = 'handling' and w.family <> 'device' and p.seen_at < now() - interval '2 minutes' and w.last_step_at < now() - interval '2 minutes'
      and exists (select 1 from presence o where o.user_id <> w.handler_id and o.seen_at > now() - interval '40 seconds')`.execute(
    db,
  );
  for (const { id } of found.rows) {
    await command(system(newTrace()), async (change) => {
      const row = await lockedWarn(change.tx, id);
      if (row?.status !== 'handling') return;
      await release({ ...change, row }, system(), 'released', '坐席离线超过 2 分钟，自动释放', { automatic: true });
      tell(change, row, 'changed');
    });
  }
  return found.rows.length;
}
