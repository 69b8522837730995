import { sql } from 'kysely';
import { counted } from '#features/warn/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';

/** Time within which a reopened and closed warn is considered again if it was not sampled. */
const reopenWindow = '8 days';

/** Number 0–99 of a warn, equal on every node and run: a share of p takes those below p, without any choice. */
const lot = sql`((hashtextextended('quality' || warn.id::text, 0) % 100 + 100) % 100)`;

/**
 * Samples closed warns: all escalated ones, and the project's share of the others. Skips warns that do not count or
 * were closed by the system. Returns the number of new samples.
 */
export async function drawSamples(): Promise<number> {
  return command(system(newTrace()), async ({ tx }) => {
    return tx.affected(sql`
      insert into quality_sample (warn_id, operator_id, rule, finished_at, department_id, project_id)
      select warn.id, warn.handler_id, case when warn.escalation > 0 then 'escalated' else 'share' end, warn.finished_at, warn.department_id, warn.project_id
      from warn join project p on p.id = warn.project_id
      where warn.finished_at > now() - ${reopenWindow}::interval and warn.status in ('done', 'false') and ${counted}
        and warn.handler_id is not null and (warn.escalation > 0 or ${lot} < p.quality_share)
        and not exists (select 1 from quality_sample s where s.warn_id = warn.id)
      order by warn.finished_at limit 5000 on conflict do nothing`);
  });
}
