/** What other features may use of the devices. */
export { equipmentCards, lastPosition } from './cards.ts';
export { withoutNumbers } from './commandRows.ts';
export { askable, lastCommand, queueCommands, tellCommands } from './commands.ts';
export { noteAnswers } from './commandWire.ts';
export { serviceCover } from './cover.ts';
export type { WorkDevice } from './deviceWork.ts';
export type { EquipmentPart } from './equipmentPart.ts';
export { batteryDays, extended, type Level, type Run } from './forecast.ts';
export { type FrameReader, frameReader, type ReadFrame } from './frames.ts';
export { type Evidence, noteActivated, noteTested } from './heard.ts';
export { lastReadings, trackOf } from './history.ts';
export { getEquipmentList, seenEquipment } from './list.ts';
export { chargedSince, forgetCharged, type LowDevice, takeLow } from './lowBattery.ts';
export { equipmentTotal, longOffline } from './offline.ts';
export { deviceByCredentials } from './secret.ts';
export { markSilent, returnedSince, type SilentDevice, takeSilent } from './silence.ts';
