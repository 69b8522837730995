import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { Assignments } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';
import { lockWarn, visibleWarns } from '../access.ts';
import { emitWarnEvent } from '../warnEvents.ts';
import { release } from './claim.ts';

/** Claimed warns of a user; a released warn waits again, and rings. */
const assignments: Assignments = {
  order: 3,
  async list(viewer, tx, userIds) {
    return visibleWarns(viewer, tx)
      .select(['warn.handlerId as userId', 'warn.id', 'warn.no'])
      .where('warn.status', '=', 'handling')
      .where('warn.handlerId', '=', any(userIds))
      .orderBy('warn.claimedAt')
      .orderBy('warn.id')
      .$narrowType<{ userId: string }>()
      .execute();
  },
  async release(by, userId, reason) {
    let own = db.selectFrom('warn').select('id').where('status', '=', 'handling').where('handlerId', '=', userId);
    // Health work lasts beyond a shift: who logs out keeps it.
    if (by.userId === userId) own = own.where('family', '<>', 'health');
    const held = await own.orderBy('claimedAt').orderBy('id').execute();
    const released: string[] = [];
    for (const { id } of held) {
      await command(by, async (ctx) => {
        const row = await lockWarn(ctx.tx, id);
        // The warn was transferred or closed meanwhile.
        if (row?.status !== 'handling' || row.handlerId !== userId) return;
        await release({ ...ctx, row }, by, 'released', reason, { automatic: true });
        emitWarnEvent(ctx, row, 'changed');
        released.push(row.no);
      });
    }
    return released;
  },
};
export default assignments;
