/** What other rooms may use of the devices. */
export { equipmentCards, lastPosition } from './cards.ts';
export { equipmentTotal, longOffline } from './offline.ts';
