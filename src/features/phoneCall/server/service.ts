/** Functions of phoneCall for other features. */
export { isReached } from './phoneCalls.ts';
