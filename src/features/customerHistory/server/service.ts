export { healthSince } from './healthHistory.ts';
