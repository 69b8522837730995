import { sql } from 'kysely';
import type { ArchiveHooks } from '#features/archive/server/service.ts';
import { followUpKinds, followUpResults, satisfactions } from '#features/followUp/contract.ts';
import { db } from '#server/db/db.ts';

interface Done {
  id: string;
  at: string;
  kind: keyof typeof followUpKinds;
  result: keyof typeof followUpResults | null;
  satisfaction: keyof typeof satisfactions | null;
}

/** Finished follow-ups of a customer for the time line of the health archive; the notes stay with the follow-up. */
const hooks: ArchiveHooks = {
  async followUps(customerId, from, to) {
    const rows = await db.rows(sql<Done>`
      select id::text, done_at as at, kind, result, satisfaction from follow_up
      where customer_id = ${customerId} and done_at between ${from}::timestamptz and ${to}::timestamptz order by done_at desc limit 500`);
    return rows.map(({ id, at, kind, result, satisfaction }) => ({
      ...{ id, at, title: followUpKinds[kind] },
      text:
        [result && followUpResults[result], satisfaction && satisfactions[satisfaction]].filter(Boolean).join('，') ||
        null,
      url: null,
    }));
  },
};
export default hooks;
