import { sleepApi } from '#features/sleep/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { authorizationCases, names, type RecordKind, shows } from '#server/testing/authorization.ts';
import { aCustomer, aDevice, aMark } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';

const nightOf: RecordKind = {
  table: 'sleep_night',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const { id: deviceId } = await aDevice(app, { customer: customerId });
    const [row] = await app.sql<{ id: string }>(
      `insert into sleep_night (device_id, customer_id, night, zone, state, final_at, bed_from, bed_to, tib, exits, longest_exit, recorded, coverage, marks, remark_cipher, detail)
       values ($1, $2, ((now() at time zone 'Asia/Shanghai') - interval '5 hours')::date, 'Asia/Shanghai', 'done', now(), now() - interval '9 hours', now() - interval '1 hour', 28800, 0, 0, 28800, 1, '{}', $3,
         '{"segments":[],"exits":[],"gaps":[],"naps":[],"heart":[],"breath":[],"motion":[]}')
       returning id::text`,
      [deviceId, customerId, encrypt(mark)],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Authorization cases of the calls about nights. */
export default authorizationCases(
  sleepApi,
  {
    getNightList: { checks: [shows('night', () => ({ limit: 200 }))] },
    exportNight: {
      checks: [
        shows('night', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    getNight: { checks: [names('night', ({ id }) => ({ id }))] },
    recomputeNight: { checks: [names('night', ({ id }) => ({ id }))] },
    noteNight: { checks: [names('night', ({ id }) => ({ id, version: 1, remark: '起夜' }))] },
    getSleepTrend: { checks: [names('customer', ({ id }) => ({ customerId: id, days: 7 as const }))] },
  },
  { night: nightOf },
);
