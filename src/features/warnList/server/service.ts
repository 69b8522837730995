/** Functions of warnList for other features. */
export { lastClaimed } from './count.ts';
export { countWarns } from './list.ts';
export { warnOrder } from './order.ts';
