/** What other features may use of the devices. */
export { equipmentCards, lastPosition } from './cards.ts';
export { askable, lastCommand, queueCommands, tellCommands } from './commands.ts';
export { lastReadings, trackOf } from './history.ts';
export { getEquipmentList, seenEquipment } from './list.ts';
export { equipmentTotal, longOffline } from './offline.ts';
