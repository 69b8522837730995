import { sql } from 'kysely';
import { trialResults } from '#features/trial/contract.ts';
import type { TrialHooks, Tried } from '#features/trial/server/service.ts';
import type { Db } from '#server/db/db.ts';

/** Trial results that follow-ups lack: they go into the note. */
const reportedResults: readonly Tried['result'][] = ['inconvenient', 'broken'];

/**
 * Writes the result of a trial call to each open test press of the device: called again at that time, or visited, also
 * when broken.
 * @param except row that already has the result
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

/** Copies trial results to the monthly test press. */
const hooks: TrialHooks = { afterTrial: (tx, tried) => recordInRows(tx, tried) };
export default hooks;
