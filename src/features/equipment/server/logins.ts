import { wake } from '#server/db/wake.ts';
import { loginTopic } from '#server/ingest/gateway/deviceLogin.ts';

/** Makes every node end connections whose login is no longer valid, after a deletion or another secret. */
export function endedLogins(): void {
  wake.publish(loginTopic);
}
