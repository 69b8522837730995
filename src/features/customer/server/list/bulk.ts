import { sql } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import { requireCodes } from '#features/dictionary/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, bigints, texts } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireUnsealed } from '../archiveSealed.ts';
import { type NewOwnership, runBeforeMove } from '../customerHooks.ts';
import { lockCustomers, type StoredCustomer } from '../lockCustomer.ts';

type Api = typeof customerApi;

const maxTags = 20;

/** Locks these customers for a change; 409 when an archive is sealed. */
async function lockUnsealed(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<StoredCustomer[]> {
  const customers = await lockCustomers(tx, viewer, ids);
  await requireUnsealed(tx, customers);
  return customers;
}

/** Adds and removes tags; a tag that is already set is no change. */
export async function editCustomerTag(
  viewer: Viewer,
  { ids, add = [], remove = [] }: InputOf<Api['editCustomerTag']>,
): Promise<OutputOf<Api['editCustomerTag']>> {
  if (add.length + remove.length === 0) throw invalidField('add', '请选择标签', 'required');
  if (add.some((tag) => remove.includes(tag))) throw invalidField('remove', '同一标签不能既加又减', 'conflict');
  return command(viewer, async ({ tx }) => {
    await requireCodes(
      tx,
      add.map((value) => ({ type: 'customer_tag', value, field: 'add' })),
    );
    await lockUnsealed(tx, viewer, ids);
    const changed = await tx.returning(sql<{ most: number }>`
      update customer set tag = array(
        select t from unnest(tag || ${texts(add)}) with ordinality u (t, place) where t <> all(${texts(remove)}) group by t order by min(place))
      where id = any(${bigints(ids)}) and (tag && ${texts(remove)} or not tag @> ${texts(add)})
      returning cardinality(tag) as most`);
    if (changed.some(({ most }) => most > maxTags)) throw invalidField('add', `每人最多 ${maxTags} 个标签`);
    return { count: changed.length };
  });
}

/** Moves photos, scans and the rows of other features to the new ownership of their customers. */
export async function moveAlong(ctx: CommandContext, ids: readonly string[], to: NewOwnership): Promise<void> {
  await runBeforeMove(ctx, ids, to);
  await ctx.tx
    .updateTable('file')
    .set(to)
    .where('subject', '=', 'customer')
    .where('subjectId', '=', any(ids))
    .where('deletedAt', 'is', null)
    .execute();
}

/**
 * Moves customers to another department or project, with their photos and devices; the command log holds the reason.
 */
export async function moveCustomer(
  viewer: Viewer,
  { ids, departmentId, projectId }: InputOf<Api['moveCustomer']>,
): Promise<OutputOf<Api['moveCustomer']>> {
  if (!departmentId && !projectId) throw invalidField('departmentId', '请选择部门或项目', 'required');
  await ownershipForNew(viewer, { departmentId, projectId });
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const customers = await lockUnsealed(tx, viewer, ids);
    const coming = customers.filter((customer) => projectId && customer.projectId !== projectId);
    if (projectId && coming.length > 0) await reserveQuota(tx, projectId, 'customers', coming.length);
    const moving = customers
      .filter((customer) => coming.includes(customer) || (departmentId && customer.departmentId !== departmentId))
      .map(({ id }) => id);
    const to = { ...(departmentId && { departmentId }), ...(projectId && { projectId }) };
    if (moving.length === 0) return { count: 0 };
    await moveAlong(ctx, moving, to);
    await tx.updateTable('customer').set(to).where('id', '=', any(moving)).execute();
    return { count: moving.length };
  });
}
