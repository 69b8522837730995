import { sql } from 'kysely';
import { encodeScan } from '#devices/z2m/command.ts';
import { z2mFormat } from '#devices/z2m/z2m.ts';
import { runInBackground } from '#server/core/background.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { connectedOverMqtt, writeMqtt } from '#server/ingest/downlink.ts';

/** Topic of scans that a gateway is to be told of. */
export const scanTopic = 'scan';

interface Due {
  id: string;
  until: string | null;
  seconds: number;
}

/** Tells the gateways that are connected to this node of scans that were opened or closed. */
async function sendScans(): Promise<void> {
  const here = connectedOverMqtt();
  if (here.length === 0) return;
  const due = await db.rows(sql<Due>`
    select gateway_id::text as id, scan_until as until, greatest(0, ceil(coalesce(extract(epoch from scan_until - now()), 0)))::int as seconds
    from gateway_link where gateway_id = any(${bigints(here)}) and scan_until is distinct from scan_sent`);
  for (const { id, until, seconds } of due) {
    const isWritten = writeMqtt(id, (format, login) =>
      format.name === z2mFormat.name ? encodeScan(login, seconds, 'anhao') : null,
    );
    if (isWritten)
      await sql`update gateway_link set scan_sent = ${until}::timestamptz where gateway_id = ${id}`.execute(db);
  }
}

const part: Worker = {
  async start() {
    // One after the other: none is sent twice.
    let last: Promise<void> = Promise.resolve();
    const unsubscribe = wake.subscribe(scanTopic, () => {
      last = last.then(sendScans, sendScans);
      runInBackground(last, 'scan');
    });
    return async () => {
      unsubscribe();
      await last.catch(() => undefined);
    };
  },
};
export default part;
