import { sql } from 'kysely';
import { lockRows } from '#features/equipment/server/service.ts';
import { exporting, resourceExporter } from '#features/export/server/service.ts';
import { importing, resourceImporter, templateFor } from '#features/import/server/service.ts';
import { ownershipForNew } from '#features/project/server/service.ts';
import { sim, simApi } from '#features/sim/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { contains, equals, holds, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, any } from '#server/db/values.ts';
import { handlers } from '#server/feature/handlers.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';

type Api = typeof simApi;
type Input = ResourceInput<typeof sim.fields> & { projectId?: string; departmentId?: string };
type Row = Stored<typeof sim.fields, 'sim'>;

/** Validates another ownership; refuses it for a SIM in a device, which has the device's. */
async function validateOwnership(viewer: Viewer, input: Input, previous: Row | null): Promise<void> {
  const moved = (['projectId', 'departmentId'] as const).filter((key) => input[key] && input[key] !== previous?.[key]);
  const [first] = moved;
  if (!first) return;
  if (previous?.equipmentId) throw invalidField(first, '流量卡随设备走，请在设备里分配项目和部门');
  await ownershipForNew(viewer, pick(input, moved));
}

const cards = crud(sim, {
  filterWhere: (_viewer, input) => {
    const { expiringDays, bound, projectId, departmentId } = input as InputOf<Api['getSimList']>;
    return and(
      expiringDays === undefined ? undefined : sql`sim.expire_date <= current_date + ${expiringDays}::int`,
      holds(sql`sim.equipment_id is not null`, bound),
      equals('sim.projectId', projectId),
      inDepartmentTree('sim.departmentId', departmentId),
    );
  },
  keywordWhere: (text) => contains(['equipment.sn', 'customer.name'], text),
  joins: (viewer) => sql`
    join project p on p.id = sim.project_id left join ${scoped(viewer, 'equipment')} on equipment.id = sim.equipment_id
    left join ${scoped(viewer, 'customer')} on customer.id = equipment.customer_id`,
  computedColumns: () => ({
    // The id is null, too, for a device out of scope.
    equipmentId: sql`equipment.id`,
    sn: sql`equipment.sn`,
    customerId: sql`customer.id`,
    customerName: sql`customer.name`,
    projectName: sql`p.name`,
  }),
  async beforeChange(_ctx, viewer, input, before) {
    await validateOwnership(viewer, input, before);
    return undefined;
  },
  // A device shows its card: the change is one of the device, too.
  async afterChange({ tx }, _viewer, _id, input, previous) {
    const { number = previous?.number, expireDate = previous?.expireDate } = input as Input;
    if (!previous?.equipmentId || (number === previous.number && expireDate === previous.expireDate)) return;
    await sql`update equipment set version = version + 1 where id = ${previous.equipmentId}`.execute(tx);
  },
});

/** Locks the devices of these SIMs: every change locks a device before its SIM. */
async function lockDevices(tx: Db, ids: readonly string[]): Promise<void> {
  const rows = await tx.rows(sql<{ id: string }>`
    select equipment_id::text as id from sim where id = ${any(ids)} and equipment_id is not null`);
  await lockRows(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Changes a SIM. 409 after a concurrent change. */
async function editSim(
  viewer: Viewer,
  { id, version, ...values }: InputOf<Api['editSim']>,
): Promise<OutputOf<Api['editSim']>> {
  return cards.transaction(viewer, async (ctx) => {
    await lockDevices(ctx.tx, [id]);
    return cards.update(ctx, viewer, await cards.lockVersion(ctx.tx, viewer, { id, version }), values);
  });
}

/** Sets a new expiry date, which must not precede the present one. */
async function renewSim(
  viewer: Viewer,
  { ids, expireDate, batch }: InputOf<Api['renewSim']>,
): Promise<OutputOf<Api['renewSim']>> {
  if (expireDate < todayInChina(Date.now())) throw invalidField('expireDate', '新的到期日期不能早于今天', 'range');
  return cards.transaction(viewer, async (ctx) => {
    await lockDevices(ctx.tx, ids);
    for (const id of ids.toSorted()) {
      const previous = await cards.lockForChange(ctx.tx, viewer, id);
      if (previous.expireDate && expireDate < previous.expireDate)
        throw invalidField(
          'expireDate',
          `${previous.iccid ?? previous.number ?? '流量卡'} 现在到期 ${previous.expireDate}，新的日期更早`,
        );
      await cards.update(ctx, viewer, previous, { expireDate, ...(batch && { batch }) });
    }
    return { count: ids.length };
  });
}

/** Returns imported SIMs that are in a device by now: they are not undone. */
async function inUse(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select id::text from sim where id = ${any(ids)} and equipment_id is not null`);
  return new Map(rows.map(({ id }) => [id, '流量卡已在设备里，没有撤销']));
}

export const routes = handlers(simApi, {
  getSimList: cards.list,
  getSim: cards.get,
  addSim: cards.add,
  editSim,
  renewSim,
  exportSim: exporting(simApi.exportSim),
  importSim: importing(simApi.importSim),
  getImportTemplate: templateFor(simApi.importSim),
});

export const exporter = [resourceExporter(sim, simApi.exportSim, cards.exportSource)];
export const importer = resourceImporter(sim, simApi.importSim, cards, (tx, _sheet, ids) => inUse(tx, ids));
