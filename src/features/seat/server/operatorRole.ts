/** Rights of people who have other work beside the alarms: they are offered none unless they take a seat. */
const otherWork = ['warn:lead', 'warn:device'] as const;

/**
 * Whether taking alarms is somebody's work: then being logged in is being on duty. Leaders, managers, administrators and
 * device staff may take alarms too, but have a seat only by taking one.
 */
export function isOperator(has: (permission: string) => boolean): boolean {
  return has('warn:claim') && !otherWork.some(has);
}
