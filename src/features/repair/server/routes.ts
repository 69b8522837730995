import { sql } from 'kysely';
import { replaceWithin } from '#features/binding/server/service.ts';
import { backFromRepair, lockEquipment, sendToRepair, uniqueViolation } from '#features/equipment/server/service.ts';
import { exporting, resourceExporter } from '#features/export/server/service.ts';
import { openRepairStates, repair, repairApi } from '#features/repair/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { contains, equals, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { handlers } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof repairApi;
type Input = ResourceInput<typeof repair.fields>;
type Row = Stored<typeof repair.fields, 'repair'>;

const isOpen = (state: string) => (openRepairStates as readonly string[]).includes(state);
const ends = ['repaired', 'replaced', 'scrapped'] as const;

/** Validates the fields that a state needs, from the input and the stored row. */
function validateStep(input: Input, previous: Row | null): void {
  const state = input.state ?? previous?.state ?? 'open';
  if (previous && !isOpen(previous.state) && state !== previous.state)
    throw new Problem(409, `维修单${labelOf('repair_state', previous.state)}，不能再改状态`, { state: previous.state });
  if (previous?.state === 'sent' && state === 'open') throw invalidField('state', '已送修的不能退回待处理');
  const after = (key: 'sentTo' | 'result') => (input[key] === undefined ? previous?.[key] : input[key])?.trim();
  if (state === 'sent' && !after('sentTo')) throw invalidField('sentTo', '请填写送修单位', 'required');
  if (!isOpen(state) && !after('result')) throw invalidField('result', '请填写处理结果', 'required');
}

const repairs = crud(repair, {
  readAccess: (viewer) => sql`repair.equipment_id in (select equipment.id from ${scoped(viewer, 'equipment')})`,
  filterWhere: (_viewer, input) => {
    const { projectId, departmentId } = input as InputOf<Api['getRepairList']>;
    return and(equals('equipment.projectId', projectId), inDepartmentTree('equipment.departmentId', departmentId));
  },
  keywordWhere: (text) => contains(['equipment.sn', 'equipment.name', 'customer.name'], text),
  joins: (viewer) => sql`
    join equipment on equipment.id = repair.equipment_id left join ${scoped(viewer, 'customer')} on customer.id = repair.customer_id`,
  computedColumns: () => ({
    sn: sql`equipment.sn`,
    equipmentName: sql`equipment.name`,
    // The id is null, too, for a customer out of scope.
    customerId: sql`customer.id`,
    customerName: sql`customer.name`,
    openDays: sql`extract(day from coalesce(repair.closed_at, now()) - repair.created_at)::int`,
    substituteSn: sql`(select o.sn from equipment o where o.id = repair.substitute_id and o.deleted_at is null)`,
  }),
  sortColumns: { openDays: sql`coalesce(repair.closed_at, now()) - repair.created_at` },
  defaultOrder: sql`(repair.state in ('open', 'sent')) desc, repair.created_at desc, repair.id desc`,
  beforeChange(_ctx, _viewer, input, previous) {
    validateStep(input, previous);
    const closes = previous && input.state !== undefined && isOpen(previous.state) && !isOpen(input.state);
    return { values: closes ? { closedAt: new Date().toISOString() } : {} };
  },
});

/** Returns the open repair of a device in scope. */
async function openRepairOf(tx: Db, viewer: Viewer, equipmentId: string) {
  return tx
    .selectFrom('repair')
    .innerJoin(scoped(viewer, 'equipment'), 'equipment.id', 'repair.equipmentId')
    .select(['repair.id', 'repair.no', sql<boolean>`repair.created_at = now()`.as('isNew')])
    .where('equipment.id', '=', equipmentId)
    .where('repair.state', 'in', openRepairStates)
    .where('repair.deletedAt', 'is', null)
    .executeTakeFirst();
}

function alreadyOpen({ id, no }: { id: string; no: string }): Problem {
  return new Problem(409, `设备已有未完成的维修单 ${no}`, { id, no });
}

/**
 * Reports a fault: the device becomes 维修中, and another may replace it, in one transaction. 409 asks first while an SOS
 * warn is open, 403 refuses the replacement to viewers who may not bind devices.
 */
async function addRepair(viewer: Viewer, input: InputOf<Api['addRepair']>): Promise<OutputOf<Api['addRepair']>> {
  const { newSn, confirm, equipmentId, ...order } = input;
  const reason = order.fault.trim();
  if (newSn && !hasPermission(viewer, 'equipment:edit')) throw new Problem(403, '没有更换设备的权限，可以只登记维修');
  return repairs
    .transaction(viewer, async (ctx) => {
      const { tx } = ctx;
      const existing = await openRepairOf(tx, viewer, equipmentId);
      if (existing) throw alreadyOpen(existing);
      // A replacement locks both devices, in order.
      const replacement = newSn && (await replaceWithin(ctx, viewer, { id: equipmentId, newSn, reason, confirm }));
      await sendToRepair(tx, viewer, await lockEquipment(tx, viewer, equipmentId), reason);
      // The hook added the repair when the state changed.
      const opened = await openRepairOf(tx, viewer, equipmentId);
      if (!opened) throw new Error('a device in repair has no order');
      // Another user reported it while this request waited for the device.
      if (!opened.isNew) throw alreadyOpen(opened);
      const row = await repairs.lockForChange(tx, viewer, opened.id);
      await repairs.update(ctx, viewer, row, { ...order, fault: reason });
      return { id: row.id, secret: replacement ? replacement.secret : null };
    })
    .catch((error: unknown) => uniqueViolation(error, 'newSn'));
}

/** Changes a repair and, when it is finished, the device's state. 409 after a concurrent change. */
async function editRepair(
  viewer: Viewer,
  { id, version, ...values }: InputOf<Api['editRepair']>,
): Promise<OutputOf<Api['editRepair']>> {
  return repairs.transaction(viewer, async (ctx) => {
    const { tx } = ctx;
    // Locks the device first, in the order of all state changes.
    const row = await tx.selectFrom('repair').select('equipmentId').where('id', '=', id).executeTakeFirst();
    const device = row && (await lockEquipment(tx, viewer, row.equipmentId).catch(() => undefined));
    if (!device) throw notFound(repair.title);
    const previous = await repairs.lockVersion(tx, viewer, { id, version });
    const done = await repairs.update(ctx, viewer, previous, values);
    const end = ends.find((state) => state === values.state);
    if (end && isOpen(previous.state)) {
      const result = values.result ?? previous.result ?? '';
      await backFromRepair(tx, viewer, device, end, `${labelOf('repair_state', end)}：${result}`);
    }
    return done;
  });
}

export const routes = handlers(repairApi, {
  getRepairList: repairs.list,
  getRepair: repairs.get,
  addRepair,
  editRepair,
  exportRepair: exporting(repairApi.exportRepair),
});

export const exporter = [resourceExporter(repair, repairApi.exportRepair, repairs.exportSource)];
