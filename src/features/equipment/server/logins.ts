import { wake } from '#server/db/wake.ts';

/** Topic of changes after which connections of devices may have lost their login. */
export const loginTopic = 'login';

/** Ends the connections of devices that were deleted or have another secret, after the commit. */
export function endedLogins(): void {
  wake.publish(loginTopic);
}
