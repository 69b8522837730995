import type { TestUser } from '#server/testing/rows.ts';
import { aConnectedCall } from '#server/testing/warns.ts';
import type { Site } from './site.ts';
import type { TestCustomer } from './testCustomer.ts';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Adds a warn claimed by the user and closed as 已送医; its follow-up is due. */
export async function aHospitalWarn(site: Site, customer: TestCustomer, { token }: TestUser): Promise<string> {
  await site.press(customer.watch);
  const [row] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
  const id = row?.id ?? '';
  await site.call('warn/claimWarn', { id }, token);
  await aConnectedCall(site, id, token);
  await site.call(
    'warn/closeWarn',
    {
      ...{ id, result: 'hospital', note: '120 已接走老人', followUpAt: hoursFromNow(24) },
      ...{ familyTold: false, familyNote: '家属在国外' },
    },
    token,
  );
  await site.sql(`update warn set follow_up_at = now() - interval '1 minute' where id = $1`, [id]);
  await site.sql(`update follow_up set tries = 0, result = null where warn_id = $1`, [id]);
  return id;
}
