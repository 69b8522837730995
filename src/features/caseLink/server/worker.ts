import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';

/** Deletes links created over 180 days ago; their answers stay in the timelines. */
async function trimLinks(): Promise<number> {
  return db.affected(sql`delete from warn_link where created_at < now() - interval '180 days'`);
}

const part: Worker = { start: async () => every('caseLink.trim', '处置链接清理', 86_400, trimLinks, true) };
export default part;
