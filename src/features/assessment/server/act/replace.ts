import type { assessmentApi } from '#features/assessment/contract.ts';
import { customerOf, lockCustomer } from '#features/customer/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { requireAssessors, requireOthers } from './assessing.ts';
import { emitChange } from './changed.ts';
import { addDraft, enabledVersion } from './draft.ts';
import { requireHead } from './head.ts';
import { customerIdOf, lockAssessment } from './locked.ts';
import { type State, stateOf } from './state.ts';

type Input = InputOf<(typeof assessmentApi)['replaceAssessment']>;

/** Returns the reason as a code: words stand for a doubted result. */
async function reasonOf(tx: Db, reason: string): Promise<{ reason: string; words: string | null }> {
  const coded = await tx
    .selectFrom('dictionary')
    .select('value')
    .where('type', '=', 'assess_reason')
    .where('value', '=', reason)
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return coded ? { reason, words: null } : { reason: 'doubted', words: reason };
}

/** Throws 409 with the id of the draft that is to replace the assessment already. */
async function requireNotReplaced(tx: Db, id: string): Promise<void> {
  const row = await tx
    .selectFrom('assessment')
    .select(['id', 'no'])
    .where('replacesId', '=', id)
    .where('status', '<>', 'void')
    .executeTakeFirst();
  if (row) throw new Problem(409, `已有复评：${row.no}`, { id: row.id });
}

/**
 * Adds a draft that replaces a finished assessment when it is finished itself; of a doubted result by other assessors.
 */
export async function replaceAssessment(viewer: Viewer, input: Input): Promise<State> {
  const { assessorIds = [viewer.userId] } = input;
  const customerId = await customerIdOf(db, viewer, input.id);
  await requireAssessors(viewer, await customerOf(viewer, customerId), assessorIds);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const customer = await lockCustomer(tx, viewer, customerId);
    const { row } = await lockAssessment(tx, viewer, input.id);
    if (row.status !== 'done') throw new Problem(409, '只有已完成的评估可以复评', { status: row.status });
    await requireNotReplaced(tx, row.id);
    const { date = customer.today } = input;
    const { reason, words } = await reasonOf(tx, input.reason);
    await requireHead(tx, customer, { date });
    if (reason === 'doubted') requireOthers(assessorIds, row.assessorIds);
    const version = await enabledVersion(tx, row.scale);
    const draft = { reason, words, date, assessorIds, replacesId: row.id };
    const id = await addDraft(tx, customer, version, draft, viewer.userId);
    emitChange(ctx, { id }, customer);
    emitChange(ctx, row, customer);
    return stateOf(tx, await lockAssessment(tx, viewer, id));
  });
}
