import { sql } from 'kysely';
import type { bindingApi } from '#features/binding/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof bindingApi;

/** Returns the bindings of a device or a customer, newest first; the other side is hidden if out of scope. */
export async function getBindingList(
  viewer: Viewer,
  input: InputOf<Api['getBindingList']>,
): Promise<Paged<OutputOf<Api['getBindingList']>>> {
  const { equipmentId, customerId } = input;
  if (!equipmentId && !customerId) throw invalidField('equipmentId', '请选择设备或客户', 'required');
  const { limit, offset, order } = pageOf(input, { boundAt: sql`b.bound_at` }, sql`b.bound_at desc, b.id desc`);
  const bindings = db
    .selectFrom('equipmentBinding as b')
    .leftJoin(scoped(viewer, 'equipment'), 'equipment.id', 'b.equipmentId')
    .leftJoin(scoped(viewer, 'customer'), 'customer.id', 'b.customerId')
    .where(
      and(
        equipmentId ? and(equals('equipment.id', equipmentId)) : undefined,
        customerId ? and(equals('customer.id', customerId)) : undefined,
      ),
    );
  const [rows, count] = await Promise.all([
    bindings
      .leftJoin('user as binder', 'binder.id', 'b.boundBy')
      .leftJoin('user as tester', 'tester.id', 'b.testedBy')
      .leftJoin('user as unbinder', 'unbinder.id', 'b.unboundBy')
      .select(['b.id', 'equipment.id as equipmentId', 'equipment.sn', 'equipment.name as equipmentName'])
      .select(['customer.id as customerId', 'customer.name as customerName', 'b.position', 'b.installer'])
      .select(['b.photoFileId', 'b.boundAt', 'binder.name as boundBy', 'b.testKind', 'b.testedAt', 'b.testNote'])
      .select(['tester.name as testedBy', 'b.unboundAt', 'unbinder.name as unboundBy', 'b.reason'])
      .select(sql<string>`coalesce(b.installed_at, b.bound_at)`.as('installedAt'))
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(bindings.select('b.id')),
  ]);
  return { rows, count };
}
