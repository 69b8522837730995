import { sql } from 'kysely';
import { db } from '#server/db/db.ts';

/** Days for which a message's text is stored, so that it can be sent again. */
const textDays = 30;
/** Days for which the record is stored, equal to the command log. */
const recordDays = 1095;
const batch = 5000;

/** Repeats a batched statement until no rows are left; returns the number of rows. */
async function all(step: () => Promise<number>): Promise<number> {
  for (let done = 0; ; ) {
    const affected = await step();
    done += affected;
    if (affected < batch) return done;
  }
}

/** Deletes the text of messages after 30 days and the record after three years; returns the number of changed rows. */
export async function trimMessages(): Promise<number> {
  const deleted = await all(() =>
    db.affected(sql`
      delete from notification where id in (
        select id from notification where created_at < now() - make_interval(days => ${recordDays}) order by created_at limit ${batch})`),
  );
  // Limited to 90 days back, so that the index on the time is used.
  const emptied = await all(() =>
    db.affected(sql`
      update notification set text_cipher = null where id in (
        select id from notification where created_at < now() - make_interval(days => ${textDays})
          and created_at > now() - make_interval(days => ${textDays * 3}) and text_cipher is not null and state <> 'queued' limit ${batch})`),
  );
  // Recipients of group messages are stored only as long as the text.
  await sql`
    delete from notification_about a using notification n
    where n.id = a.notification_id and n.created_at < now() - make_interval(days => ${textDays})`.execute(db);
  return deleted + emptied;
}
