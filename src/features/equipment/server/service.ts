/** Exports for other features. */
export { equipmentCards, lastPosition } from './cards.ts';
export { maskNumbers } from '#features/equipmentCommand/server/commandRows.ts';
export { askable, lastCommand, queueCommands, wakeSenders } from '#features/equipmentCommand/server/commands.ts';
export { recordAnswers } from '#features/equipmentCommand/server/commandWire.ts';
export { equipmentTotal, serviceCoverage } from './coverage.ts';
export { activateHeard, closeTests, type Evidence, emitPressed } from './deviceActivity.ts';
export type { EquipmentHooks } from './equipmentHooks.ts';
export { byKeyword, storedBatteryDays } from './list/filters.ts';
export { batteryDays, extended, type Level, type Run } from './forecast.ts';
export { type FrameReader, frameReader, type ReadFrame } from '#features/equipmentLog/server/frameReader.ts';
export { lastReadings, trackOf } from './history.ts';
export { uniqueViolation } from './identifiers.ts';
export { equipmentRows, getEquipmentList, visibleEquipment } from './list/list.ts';
export { lockEquipment, lockRows } from './lockEquipment.ts';
export { awake, onlineIs, seldom } from './online.ts';
export { backFromRepair, sendToRepair } from './repairing.ts';
export { replaceWithin } from '#features/binding/server/replace.ts';
export { deviceByCredentials } from './secret.ts';
