import { sql } from 'kysely';
import { db } from '#server/db/db.ts';

/** The text of a message is kept so long, days: it can be sent again meanwhile. */
const textDays = 30;
/** Who was told of what is kept as long as the log of what was done, days. */
const recordDays = 1095;
const batch = 5000;

/** Repeats a statement that does so many rows at most, until none is left; answers how many there were. */
async function all(step: () => Promise<bigint | undefined>): Promise<number> {
  for (let done = 0; ; ) {
    const affected = Number((await step()) ?? 0);
    done += affected;
    if (affected < batch) return done;
  }
}

/** Takes the text from messages of more than 30 days, and the record after three years; answers how many were changed. */
export async function trimMessages(): Promise<number> {
  const deleted = await all(async () => {
    const result = await sql`
      delete from notification where id in (
        select id from notification where created_at < now() - make_interval(days => ${recordDays}) order by created_at limit ${batch})`.execute(
      db,
    );
    return result.numAffectedRows;
  });
  // Looked for no further back than texts can still lie, so that the index on the time bounds it.
  const emptied = await all(async () => {
    const result = await sql`
      update notification set text_cipher = null where id in (
        select id from notification where created_at < now() - make_interval(days => ${textDays})
          and created_at > now() - make_interval(days => ${textDays * 3}) and text_cipher is not null and state <> 'queued' limit ${batch})`.execute(
      db,
    );
    return result.numAffectedRows;
  });
  // Whom a message to a group is about is asked for no longer than its text.
  await sql`
    delete from notification_about a using notification n
    where n.id = a.notification_id and n.created_at < now() - make_interval(days => ${textDays})`.execute(db);
  return deleted + emptied;
}
