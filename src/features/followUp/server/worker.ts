import { sql } from 'kysely';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { runPlan } from './plan.ts';
import { tickLately } from './planRows.ts';

/** Unassigns follow-ups of users who are no longer enabled. */
async function freeLeft(): Promise<number> {
  return command(system(newTrace()), async ({ tx }) => {
    return tx.affected(sql`
      update follow_up f set assignee_id = null from "user" u
      where u.id = f.assignee_id and f.plan_id is null and f.state in ('open', 'visit') and (u.deleted_at is not null or u.status <> 'enabled')`);
  });
}

/** Runs the active plans, each in a transaction. Returns the number of changed rows. */
export async function runPlans(): Promise<number> {
  const plans = await db.rows(sql<{ id: string }>`
    select id::text from follow_up_plan where deleted_at is null and state = 'active' and from_date <= current_date + 1
      and (until_date >= current_date - 1 or exists (select 1 from follow_up f where f.plan_id = follow_up_plan.id and f.state in ('open', 'visit')))
    order by id`);
  let touched = await freeLeft();
  for (const { id } of plans) touched += await command(system(newTrace()), ({ tx }) => runPlan(tx, id));
  return touched;
}

/** Finishes test presses just pressed, so that no list shows them as open for a minute after the trial list. */
export async function recordLatePresses(): Promise<number> {
  const rows = await db.rows(sql`
    select 1 from device_state s join follow_up f on f.equipment_id = s.device_id and f.kind = 'test_press' and f.state in ('open', 'visit')
    where s.pressed_at > now() - interval '5 minutes' limit 1`);
  return rows.length > 0 ? command(system(newTrace()), ({ tx }) => tickLately(tx)) : 0;
}

const part: Worker = {
  async start() {
    const stops = [
      every('followUp.plans', '回访计划生成', 60, runPlans, true),
      every('followUp.presses', '试按结果登记', 5, recordLatePresses, true),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
