export type { CustomerHistoryHooks, HealthChanges } from './customerHistoryHooks.ts';
export { healthSince } from './healthHistory.ts';
