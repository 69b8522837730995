import { sql } from 'kysely';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { lockedWarn } from './access.ts';
import { endBySystem } from './systemEnd.ts';
import { tell } from './tell.ts';

/** As long as a test window at most; so long its alarm stands among the open ones for whoever wonders, min. */
const shownMinutes = 10;

/** Ends alarms of tests that nobody has taken; answers how many. */
export async function closeTests(): Promise<number> {
  const due = await sql<{ id: string }>`
    select id::text from warn where subject like 't:%' and status = 'pending'
      and last_at < now() - make_interval(mins => ${shownMinutes}) order by warn.id limit 200`.execute(db);
  for (const { id } of due.rows)
    await command(system(newTrace()), async (change) => {
      const row = await lockedWarn(change.tx, id);
      if (row?.status !== 'pending') return;
      await endBySystem(change, row, '现场测试，由系统结案', 'test');
      tell(change, row, 'changed');
    });
  return due.rows.length;
}
