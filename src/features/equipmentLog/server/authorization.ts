import type { TestApp } from '#server/testing/app.ts';
import { authorizationCases, names, scopeFree, shows } from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';
import { logApi } from '../contract.ts';

/** Returns the API id of a stored message of the device. */
async function aMessage(app: TestApp, device: string): Promise<string> {
  const key = String(next());
  const [row] = await app.sql<{ at: string }>(
    `insert into raw_message (device_id, key, received_at, project_id, protocol, kind, body)
     select id, $2, date_trunc('milliseconds', now()), project_id, 'watch', 'heartbeat', '[3G*8810000001*0002*LK]' from equipment where id = $1
     returning (extract(epoch from received_at) * 1000)::bigint::text as at`,
    [device, key],
  );
  return `${device}.${row?.at ?? Date.now()}.${key}`;
}

/** Authorization cases of the calls about messages. */
export default authorizationCases(logApi, {
  getEquipmentLogList: {
    checks: [
      names('equipment', ({ id }) => ({ equipmentId: id })),
      shows('equipment', () => ({ protocol: 'watch', limit: 200 }), {
        ready: ({ id }, { app }) => aMessage(app, id),
      }),
    ],
  },
  getEquipmentLog: {
    checks: [names('equipment', async ({ id }, { app }) => ({ id: await aMessage(app, id) }))],
  },
  exportEquipmentLog: {
    checks: [names('equipment', ({ id }) => ({ filters: { equipmentId: id } }))],
  },
  getUnknownList: scopeFree('numbers that nobody registered belong to no department and no project'),
  redecodeLog: {
    checks: [
      names('equipment', ({ id }) => ({
        ...{ protocol: 'watch', equipmentId: id },
        ...{ from: new Date().toISOString(), to: new Date().toISOString() },
      })),
    ],
  },
  decodeFrame: scopeFree('a frame that was typed in is decoded; nothing stored is read'),
});
