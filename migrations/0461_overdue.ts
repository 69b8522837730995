import type { Step } from './step.ts';

/** Rows of a batch. */
const most = 2000;

/** Seconds to the first claim, by project and level. */
const limit = `p.claim_seconds * case w.level when 1 then 1 when 2 then 3 else 10 end`;

/** Without a limit: work on devices, and silent tests, which nobody claims. */
const limited = `not (w.family = 'device' and w.type <> 'unknown') and not (w.test and w.silent)`;

/** What the times of the alarm say. */
const late = `(${limited} and coalesce(w.first_claimed_at, w.finished_at, now()) >= w.received_at + make_interval(secs => ${limit}))`;

/**
 * `overdue` was set by every escalation. It means now that nobody claimed within the limit: rows of which it is not true
 * are corrected, then what waits gets the timer that will set it.
 */
const step: Step = async ({ client }) => {
  const { rowCount } = await client.query(
    `update warn set overdue = not overdue where id in (
       select w.id from warn w join project p on p.id = w.project_id where w.overdue <> ${late} order by w.id limit ${most} for update of w)`,
  );
  if (rowCount) return true;
  await client.query(
    `insert into warn_timer (warn_id, kind, rung, due_at, name)
     select w.id, 'claim', -w.level, w.received_at + make_interval(secs => ${limit}), 'leader'
     from warn w join project p on p.id = w.project_id
     where w.status = 'pending' and w.first_claimed_at is null and not w.overdue and not w.silent and ${limited}
       and not exists (select from warn_timer t where t.warn_id = w.id and t.kind = 'claim' and t.done_at is null
         and t.due_at = w.received_at + make_interval(secs => ${limit}))
     on conflict do nothing`,
  );
  return false;
};

export default step;
