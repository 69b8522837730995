import { sql } from 'kysely';
import { closeBySystem, emitWarnEvent, lockWarn } from '#features/warn/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';

/**
 * Closes unclaimed warns of device tests after their window; returns the count. Claimed warns stay with their handler.
 */
export async function closeTests(): Promise<number> {
  const due = await db.rows(sql<{ id: string }>`
    select id::text from warn where subject like 't:%' and status = 'pending' and not exists (
      select 1 from device_state s where s.device_id = warn.equipment_id and s.test_until > now())
    order by warn.id limit 200`);
  for (const { id } of due)
    await command(system(newTrace()), async (ctx) => {
      const row = await lockWarn(ctx.tx, id);
      if (row?.status !== 'pending') return;
      await closeBySystem(ctx, row, '现场测试，由系统结案', 'test');
      emitWarnEvent(ctx, row, 'changed');
    });
  return due.length;
}
