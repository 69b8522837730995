/** Exports for other features. */
export type { FaultyEquipment } from './faultyEquipment.ts';
export { longOffline } from './longOffline.ts';
export { chargedSince, claimLowBatteries, clearCharged, type LowDevice } from './lowBattery.ts';
export { markOffline, newlyOffline, returnedSince } from './offlineDetection.ts';
