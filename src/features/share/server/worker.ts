import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';
import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';

/** Links that ended long ago; who opened them stays in the command log. */
async function trimShares(): Promise<number> {
  const gone = await db.execute(sql`delete from share where expires_at < now() - interval '180 days'`);
  return gone.rowCount ?? 0;
}

const part: RoomPart = { start: async () => every('share.trim', 86_400, trimShares, true) };
export default part;
