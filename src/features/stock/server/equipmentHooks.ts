import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { writeIntake, writeMoves } from './stockMoves.ts';

/** Writes the stock moves that follow from new devices and from changes of state. */
const hooks: EquipmentHooks = {
  afterInsert: (tx, by, id) => writeIntake(tx, by, [id]),
  afterStateChange: (tx, { by, devices, state, reason }) => writeMoves(tx, by, devices, state, reason),
};
export default hooks;
