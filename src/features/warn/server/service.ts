/** What other rooms may use of the alarms. */
export { getWarnCount } from './count.ts';
export { type Raise, raise } from './engine.ts';
export { familyOf } from './family.ts';
export { dueFollowUps, hoursOfTwoDays, openByHandler, queueHead, todayFigures } from './today.ts';
