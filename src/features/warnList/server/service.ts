/** Functions of warnList for other features. */
export { warnOrder } from './order.ts';
