import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { zoneOf } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { startJob, wakeJobs } from '#server/jobs/jobs.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { ruleKinds } from '#shared/health/rule/definition.ts';
import { sentenceOf, signTitle } from '#shared/health/rule/sentence.ts';
import { maxDrawn, type ruleTrialApi } from '../../contract/tryRule.ts';
import { requireDefinition, requireVisible } from '../rule/requireRule.ts';
import { ruleOf, storedRule, type TrialInput } from './trialInput.ts';
import { type TriedCustomer, tryOn } from './tryOn.ts';

type Output = OutputOf<(typeof ruleTrialApi)['tryRule']>;

const dayMs = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

async function tryPerson(viewer: Viewer, id: string, input: TrialInput): Promise<Output> {
  const customer = await db.row(sql<TriedCustomer>`
    select customer.id::text as id, ${zoneOf(sql`customer.project_id`)} as zone
    from ${scoped(viewer, 'customer')} where customer.id = ${id}`);
  if (!customer) throw notFound('客户');
  const rule = ruleOf(input);
  const until = Date.now();
  const warnings = await tryOn(db, customer, rule, { from: until - input.days * dayMs, until });
  return warnings.map(({ at, until: end, level, firing }) => ({
    ...{ at: iso(at), until: end === null ? null : iso(end), level },
    sentence: sentenceOf({ kind: rule.kind, metric: rule.metric, ...firing }),
  }));
}

async function startTrial(viewer: Viewer, input: TrialInput): Promise<Output> {
  const jobId = await command(viewer, async ({ tx }) => {
    await requireVisible(tx, viewer, input.scope);
    if (input.id !== undefined) await storedRule(tx, input.id);
    const title = `试算 ${ruleKinds[input.kind]} ${signTitle(input.metric)}`;
    return startJob(tx, viewer, { kind: 'rule_trial', title, input: { ...input }, total: maxDrawn });
  });
  wakeJobs();
  return { jobId };
}

/**
 * Tries a rule that is not stored: on one person at once, on drawn people of its scope as a job. 400 for a definition
 * that its kind does not take, 404 out of scope.
 */
export async function tryRule(viewer: Viewer, input: TrialInput): Promise<Output> {
  requireDefinition(input);
  return input.customerId === undefined ? startTrial(viewer, input) : tryPerson(viewer, input.customerId, input);
}
