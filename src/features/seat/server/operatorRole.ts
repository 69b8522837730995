/** Permissions of users with other duties: they get warns offered only after taking a seat. */
const otherWork = ['warn:lead', 'warn:device'] as const;

/**
 * Returns whether claiming warns is the user's main work: they are then on duty while logged in. Leaders, managers,
 * administrators and device staff may claim warns too, but only have a seat after taking one.
 */
export function isOperator(has: (permission: string) => boolean): boolean {
  return has('warn:claim') && !otherWork.some(has);
}
