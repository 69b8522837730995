import { sql } from 'kysely';
import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { scoped } from '#server/db/scoped.ts';

/** Allows a SIM in a device if it is in the viewer's scope and in no other device. */
const hooks: EquipmentHooks = {
  async validateSim(tx, viewer, iccid, id) {
    const card = await tx.row(sql<{ seen: boolean; sn: string | null }>`
      select sim.id is not null as seen, equipment.sn from sim card
      left join ${scoped(viewer, 'sim')} on sim.id = card.id
      left join equipment on equipment.id = card.equipment_id and equipment.id is distinct from ${id}::bigint
      where card.iccid = ${iccid} and card.deleted_at is null`);
    if (card && !card.seen) throw invalidField('iccid', '该ICCID的流量卡不在你的范围', 'scope');
    if (card?.sn) throw invalidField('iccid', `该ICCID的流量卡在设备 ${card.sn} 里，请先在那里清空`, 'unique');
  },
};
export default hooks;
