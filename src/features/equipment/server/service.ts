/** Exports for other features. */
export { boundState, type EquipmentState } from '../contract/state.ts';
export {
  type BindingCustomer,
  bindingCustomer,
  requireBindable,
  requireSameProject,
} from './bindingRules.ts';
export { equipmentCards } from './cards.ts';
export { editWithin, erase } from './edit.ts';
export { assignCustomer, type EquipmentHooks, runAfterRegister } from './equipmentHooks.ts';
export { equipmentTotal, serviceCoverage } from './figures.ts';
export { batteryDays, extended, type Level, type Run } from './forecast.ts';
export { childOf, requireGateway, requireGatewayAbove, requireOneProject } from './gateway.ts';
export {
  deviceNumbers,
  moveNumbers,
  normalizeNumber,
  numberBehind,
  saveIdentifiers,
  uniqueViolation,
} from './identifiers.ts';
export { byKeyword, chosenBy, type EquipmentFilters, storedBatteryDays } from './list/filters.ts';
export { equipmentRows, getEquipmentList, visibleEquipment } from './list/list.ts';
export { selectEquipment } from './list/select.ts';
export { lockEquipment, lockEquipmentRows, lockRows } from './lockEquipment.ts';
export { endedLogins } from './logins.ts';
export { requireInStock } from './move.ts';
export { awake, gatewayIsOffline, onlineIs, onlineLabel, seldom } from './online.ts';
export { clearPositions, fixTimes, lastPosition, type TrackPoint, trackOf } from './positions.ts';
export { emitPressed } from './press.ts';
export { requireSeen } from './record.ts';
export { checkNew, insertDevice, type NewDevice, registerWithin } from './register.ts';
export { backFromRepair, sendToRepair } from './repairing.ts';
export { renewSecret } from './secret.ts';
export { activateHeard, enterState, refusal } from './stateChange.ts';
export { usableReading } from './usableReading.ts';
