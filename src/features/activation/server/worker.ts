import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';

async function trimLinks(): Promise<number> {
  return db.affected(sql`delete from user_activation where expires_at < now()`);
}

const part: Worker = { start: async () => every('activation.trim', '开通链接清理', 86_400, trimLinks, true) };
export default part;
