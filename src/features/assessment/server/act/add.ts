import type { assessmentApi } from '#features/assessment/contract.ts';
import { customerOf, isOver, lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { requireAssessors } from './assessing.ts';
import { emitChange } from './changed.ts';
import { addDraft, enabledVersion } from './draft.ts';
import { requireHead } from './head.ts';
import { lockAssessment } from './locked.ts';
import { type State, stateOf } from './state.ts';

type Input = InputOf<(typeof assessmentApi)['addAssessment']>;

/** Throws 409 with the id of an assessment of the person by this scale that is not finished. */
async function requireNoneOpen(tx: Db, { customerId, scale }: Pick<Input, 'customerId' | 'scale'>): Promise<void> {
  const row = await tx
    .selectFrom('assessment')
    .select(['id', 'no'])
    .where('customerId', '=', customerId)
    .where('scale', '=', scale)
    .where('status', 'in', ['draft', 'review'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) throw new Problem(409, `这位客户有一份未完成的同量表评估：${row.no}`, { id: row.id });
}

/** Adds a draft of a person in scope by the newest version of an enabled scale. */
export async function addAssessment(viewer: Viewer, input: Input): Promise<State> {
  const { customerId, scale, unlessOpen, ...head } = input;
  await requireAssessors(viewer, await customerOf(viewer, customerId), head.assessorIds);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const customer = await lockCustomer(tx, viewer, customerId);
    await requireUnsealed(tx, [customer]);
    if (isOver(customer.serviceState)) throw new Problem(409, '服务已终止的客户不再新建评估');
    const version = await enabledVersion(tx, scale);
    await requireHead(tx, customer, head);
    if (unlessOpen) await requireNoneOpen(tx, input);
    const id = await addDraft(tx, customer, version, head, viewer.userId);
    emitChange(ctx, { id }, customer);
    return stateOf(tx, await lockAssessment(tx, viewer, id));
  });
}
