/** Functions of warnList for other features. */
export { getWarnCount } from './count.ts';
export { countWarns } from './list.ts';
export { warnOrder } from './order.ts';
