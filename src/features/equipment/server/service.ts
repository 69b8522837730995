/** Exports for other features. */
export { boundState, type EquipmentState } from '../contract/state.ts';
export {
  type BindingCustomer,
  bindingCustomer,
  requireBindable,
  requireProjectFits,
  requireSameProject,
} from './bindingRules.ts';
export { equipmentCards, lastPosition } from './cards.ts';
export { equipmentTotal, serviceCoverage } from './coverage.ts';
export { activateHeard, emitPressed } from './deviceActivity.ts';
export { type EquipmentHooks, runAfterRegister } from './equipmentHooks.ts';
export { requireSeen } from './equipmentPage.ts';
export { batteryDays, extended, type Level, type Run } from './forecast.ts';
export { lastReadings, trackOf } from './history.ts';
export { uniqueViolation } from './identifiers.ts';
export { byKeyword, storedBatteryDays } from './list/filters.ts';
export { equipmentRows, getEquipmentList, visibleEquipment } from './list/list.ts';
export { lockEquipment, lockEquipmentRows, lockRows } from './lockEquipment.ts';
export { requireInStock } from './move.ts';
export { awake, onlineIs, seldom } from './online.ts';
export { clearPositions } from './positions.ts';
export { insertDevice } from './register.ts';
export { backFromRepair, sendToRepair } from './repairing.ts';
export { deviceByCredentials } from './secret.ts';
export { enterState, refusal } from './stateChange.ts';
