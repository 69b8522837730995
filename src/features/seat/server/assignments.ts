import { db } from '#server/db/db.ts';
import type { Assignments } from '#server/feature/assignments.ts';
import { leaveSeat } from './state.ts';

/** Marks the seat as left at logout at once, before the missing stream is noticed. */
const assignments: Assignments = {
  order: 2,
  list: async () => [],
  async release(by, userId) {
    await db.deleteFrom('presence').where('userId', '=', userId).execute();
    await leaveSeat({ ...by, userId });
    return [];
  },
};
export default assignments;
