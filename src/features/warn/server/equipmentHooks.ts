import { sql } from 'kysely';
import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { bigints } from '#server/db/values.ts';
import { lockWarn } from './access.ts';
import { addStep } from './steps.ts';
import { emitWarnEvent } from './warnEvents.ts';

/** Hooks for the open warns of equipment. */
const hooks: EquipmentHooks = {
  /**
   * Assigns the open warn of a newly registered number to its equipment, with customer and ownership. The subject
   * stays, so that further presses raise a separate warn for the customer.
   */
  async afterRegister(ctx, ids) {
    const rows = await ctx.tx.returning(sql<{ id: string; equipmentId: string }>`
      update warn w set equipment_id = e.id, equipment_sn = e.sn, customer_id = c.id, department_id = coalesce(c.department_id, e.department_id),
        project_id = coalesce(c.project_id, e.project_id), address = coalesce(c.address, e.address), phone = coalesce(c.mobile, c.phone, (select number from sim where equipment_id = e.id and deleted_at is null))
      from equipment_identifier i join equipment e on e.id = i.equipment_id left join customer c on c.id = e.customer_id and c.deleted_at is null
      where i.equipment_id = any(${bigints(ids)}) and w.type = 'unknown' and w.status in ('pending', 'handling') and w.equipment_id is null
        and w.subject in ('n:' || i.protocol || ':' || i.number, 'n:' || i.protocol || '@' || e.gateway_id || ':' || i.number) returning w.id::text, w.equipment_id::text as "equipmentId"`);
    for (const { id, equipmentId } of rows) {
      const row = await lockWarn(ctx.tx, id);
      if (!row) continue;
      await addStep(ctx.tx, row, system(), 'note', `号码已入库为设备 ${row.equipmentSn}`, { equipmentId });
      emitWarnEvent(ctx, row, 'changed');
    }
  },
};
export default hooks;
