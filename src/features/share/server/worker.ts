import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';

/** Deletes links that expired long ago; the command log still shows who opened them. */
async function trimShares(): Promise<number> {
  return db.affected(sql`delete from share where expires_at < now() - interval '180 days'`);
}

const part: Worker = { start: async () => every('share.trim', '分享链接清理', 86_400, trimShares, true) };
export default part;
