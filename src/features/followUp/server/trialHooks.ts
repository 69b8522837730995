import { sql } from 'kysely';
import { trialResults } from '#features/trial/contract.ts';
import type { TrialHooks, Tried } from '#features/trial/server/service.ts';
import type { Db } from '#server/db/db.ts';

/** A follow-up knows no result of these: its note tells it. */
const reportedResults: readonly Tried['result'][] = ['inconvenient', 'broken'];

/**
 * What came of a call because of a device stands in each row that its test press still owes: called again at the same time, or
 * somebody goes there, as with what is broken.
 * @param except a row that says so already
 */
export async function recordInRows(
  tx: Db,
  { equipmentId, result, note, nextAt }: Tried,
  except?: string,
): Promise<void> {
  const noteText =
    [reportedResults.includes(result) ? trialResults[result] : '', note].filter(Boolean).join('：') || null;
  const goes = result === 'visit' || result === 'broken';
  await sql`
    update follow_up set state = ${goes ? 'visit' : 'open'}, due_at = coalesce(${nextAt}::timestamptz, due_at), last_at = now(), note = ${noteText},
      result = ${goes ? 'visit' : result === 'no_answer' ? result : null}::text, tries = tries + ${result === 'no_answer' ? 1 : 0}::int
    where kind = 'test_press' and equipment_id = ${equipmentId} and state in ('open', 'visit') and deleted_at is null
      and id is distinct from ${except ?? null}::bigint`.execute(tx);
}

/** The monthly test press says of a device what the list of trials says. */
const hooks: TrialHooks = { afterTrial: (tx, tried) => recordInRows(tx, tried) };
export default hooks;
