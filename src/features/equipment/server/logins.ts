import { wake } from '#server/db/wake.ts';

/** Makes every node end connections whose login is no longer valid, after a deletion or another secret. */
export function endedLogins(): void {
  wake.publish('login');
}
