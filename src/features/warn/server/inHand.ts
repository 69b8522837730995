import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InHand } from '#server/feature/inHand.ts';
import { visibleWarns } from './access.ts';
import { release } from './claim.ts';
import { warn } from './schema.ts';
import { tell } from './tell.ts';

/** Alarms that were taken; given back they wait again, and ring. */
const inHand: InHand = {
  async held(viewer, tx, userIds) {
    const { rows, only } = visibleWarns(viewer, tx);
    const found = await tx
      .select({ userId: sql<string>`${rows.handlerId}::text`, id: rows.id, no: rows.no })
      .from(rows)
      .where(and(only, eq(rows.status, 'handling'), inArray(rows.handlerId, [...userIds])))
      .orderBy(asc(rows.claimedAt), asc(rows.id));
    return found;
  },
  async giveBack(by, userId, reason) {
    const held = await db
      .select({ id: warn.id })
      .from(warn)
      .where(and(eq(warn.status, 'handling'), eq(warn.handlerId, userId)));
    for (const { id } of held) {
      await command(by, async (change) => {
        const [row] = await change.tx.select().from(warn).where(eq(warn.id, id)).for('update');
        // Handed over or finished just now.
        if (row?.status !== 'handling' || row.handlerId !== userId) return;
        await release({ ...change, row }, by, 'released', reason, { automatic: true });
        tell(change, row, 'changed');
      });
    }
  },
};
export default inHand;
