import { sql } from 'kysely';
import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { bigints } from '#server/db/values.ts';

/** Ends trials of a device that goes out of service or changes its customer. */
const hooks: EquipmentHooks = {
  async afterStateChange(tx, { devices }) {
    await sql`
      update trial set ended_at = now() where equipment_id = any(${bigints(devices.map(({ id }) => id))}) and ended_at is null`.execute(
      tx,
    );
  },
};
export default hooks;
