import { sql } from 'kysely';
import { requireScaleVersion } from '#features/scale/server/service.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { newTrace } from '#server/core/trace.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { todayInChina } from '#shared/idCard.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import { addAssessment } from '../act/add.ts';
import { reviewAssessment } from '../act/review.ts';
import { saveAssessment } from '../act/save.ts';
import { signAssessment } from '../act/sign.ts';
import { submitAssessment } from '../act/submit.ts';
import { signaturesOf } from '../scaleVersion.ts';
import { answersFor } from './answers.ts';
import { type Story, stories } from './stories.ts';

const dayMs = 86_400_000;
/** Of a form that is begun the first items are answered. */
const begunItems = 11;

/** Demo staff: those who assess, and who reviews. */
interface Staff {
  assessors: Viewer[];
  reviewer: Viewer;
}

async function viewersOf(role: string): Promise<Viewer[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select u.id::text from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where u.demo and u.deleted_at is null and r.key = ${role} order by u.id`);
  const viewers = await Promise.all(rows.map(({ id }) => viewerOfUser(id, newTrace())));
  return viewers.filter((viewer) => viewer !== null);
}

function answersOf({ answers }: Story, { items }: Pick<ScaleDefinition, 'items'>): Record<string, string> {
  if (typeof answers === 'number') return answersFor({ items }, answers);
  return Object.fromEntries(items.map(({ code }, index) => [code, answers[index] ?? '0']));
}

/** Makes one by the acts of its assessors and the reviewer. */
async function make(story: Story, customerId: string, { assessors, reviewer }: Staff): Promise<void> {
  const { definition } = await requireScaleVersion(db, story.scale);
  const named = assessors.slice(0, signaturesOf(definition));
  const [first] = named;
  if (!first) return;
  const { id, version } = await addAssessment(first, {
    ...{ customerId, scale: story.scale, reason: story.reason },
    date: todayInChina(Date.now() - story.ago * dayMs),
    assessorIds: named.map(({ userId }) => userId),
  });
  const all = Object.entries(answersOf(story, definition));
  const answers = Object.fromEntries(story.until === 'begun' ? all.slice(0, begunItems) : all);
  const { events, notes } = story;
  await saveAssessment(first, {
    ...{ id, version, answers },
    ...(events && { facts: { events } }),
    ...(notes && { notes }),
  });
  if (story.until === 'begun') return;
  await submitAssessment(first, { id });
  for (const assessor of story.until === 'submitted' ? [first] : named) await signAssessment(assessor, { id });
  if (story.until === 'done') await reviewAssessment(reviewer, { id, approved: true });
}

async function makeAll(): Promise<void> {
  const [assessors, [reviewer]] = await Promise.all([viewersOf('assessor'), viewersOf('health')]);
  if (!reviewer) return;
  const people = await db.rows(sql<{ id: string; name: string }>`
    select min(id)::text as id, name from customer where demo and deleted_at is null group by name`);
  const idOf = new Map(people.map(({ id, name }) => [name, id]));
  for (const story of stories) {
    const customerId = idOf.get(story.of);
    if (customerId) await make(story, customerId, { assessors, reviewer });
  }
}

/** Assesses some demo customers, as their staff does it. */
const demo: Demo = {
  order: 157,
  // The acts have transactions of their own; the lock of the outer one lets them run once for two nodes.
  run: () => demoOnce('customer', makeAll, sql`id in (select customer_id from assessment)`),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from assessment where customer_id in (select id from customer where demo)`.execute(tx);
      return [];
    }),
};
export default demo;
