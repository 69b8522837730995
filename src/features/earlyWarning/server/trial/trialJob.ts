import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { json } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { JobKind, RunningJob } from '#server/jobs/jobs.ts';
import type { TriedWarning } from '#shared/health/rule/tryRule.ts';
import type { RuleScope } from '../../contract/rule.ts';
import { maxDrawn, type TrialResult } from '../../contract/tryRule.ts';
import { covers } from '../rule/scope.ts';
import { ruleOf, storedRule, type TrialInput } from './trialInput.ts';
import { type TriedCustomer, type TriedTime, tryOn } from './tryOn.ts';

const dayMs = 86_400_000;
/** People that the result names. */
const maxNamed = 10;

interface Drawn extends TriedCustomer {
  name: string;
}

/** Draws people of a scope whom the viewer sees; within a day the same ones, so that two try-outs can be compared. */
function draw(viewer: Viewer, scope: RuleScope): Promise<Drawn[]> {
  return db.rows(sql<Drawn>`
    select customer.id::text as id, customer.name, ${zoneOf(sql`customer.project_id`)} as zone
    from (select ${json(scope)}::jsonb as scope) rule join ${scoped(viewer, 'customer')} on ${covers}
    order by md5(customer.id::text || current_date::text) limit ${maxDrawn}::int`);
}

/** Counts of the warnings of one rule. */
interface Counts {
  raised: number;
  levels: TrialResult['levels'];
  days: number[];
}

const noCounts = (days: number): Counts => ({ raised: 0, levels: {}, days: Array.from({ length: days }, () => 0) });

function addTo(counts: Counts, warnings: readonly TriedWarning[], { from }: TriedTime): void {
  for (const { at, level } of warnings) {
    const day = Math.min(counts.days.length - 1, Math.floor((at - from) / dayMs));
    counts.raised += 1;
    counts.levels[level] = (counts.levels[level] ?? 0) + 1;
    counts.days[day] = (counts.days[day] ?? 0) + 1;
  }
}

async function run({ input, viewer, progress }: RunningJob) {
  const trial = input as unknown as TrialInput;
  const rule = ruleOf(trial);
  const former = trial.id === undefined ? null : await storedRule(db, trial.id);
  const people = await draw(viewer, trial.scope);
  const until = Date.now();
  const time = { from: until - trial.days * dayMs, until };
  const counts = noCounts(trial.days);
  const formerCounts = noCounts(trial.days);
  const noisy: TrialResult['people'] = [];
  await progress(0, people.length);
  for (const [index, person] of people.entries()) {
    const warnings = await tryOn(db, person, rule, time);
    const before = former && (await tryOn(db, person, former, time));
    addTo(counts, warnings, time);
    if (before) addTo(formerCounts, before, time);
    if (warnings.length + (before?.length ?? 0) > 0)
      noisy.push({ id: person.id, name: person.name, n: warnings.length, former: before?.length ?? null });
    await progress(index + 1, people.length);
  }
  const result: TrialResult = {
    ...{ tried: people.length, ...counts },
    people: noisy.sort((a, b) => b.n - a.n || (b.former ?? 0) - (a.former ?? 0)).slice(0, maxNamed),
    former: former && { raised: formerCounts.raised, days: formerCounts.days },
  };
  return { message: `试了 ${people.length} 人，会报 ${counts.raised} 条`, result: { ...result } };
}

/** Job that tries a rule on drawn people; it reads only. */
const trialJob: JobKind = { kind: 'rule_trial', restartable: true, run };

export default [trialJob];
