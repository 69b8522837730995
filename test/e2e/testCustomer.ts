import { aCustomer, aDevice } from '#server/testing/rows.ts';
import type { Site } from './site.ts';
import { unique } from './unique.ts';

/** A customer with a watch, as far as the desk shows it. */
export interface TestCustomer {
  id: string;
  name: string;
  /** Number of the watch on the wire. */
  watch: string;
}

/**
 * Adds a customer aged 86 with three contacts, illnesses and a watch; the name is unique and begins with the prefix.
 */
export async function aCustomerWithWatch(
  site: Site,
  namePrefix: string,
  extra: Record<string, unknown> = {},
): Promise<TestCustomer> {
  const name = unique(namePrefix);
  const id = await aCustomer(site, {
    name,
    gender: 2,
    birthDate: '1940-03-05',
    mobile: '13800000001',
    phone: '0570-5550001',
    community: '梧桐苑',
    address: '9幢2单元602',
    lat: 28.935,
    lng: 118.885,
    livingState: 'alone',
    allergies: ['青霉素'],
    chronic: ['冠心病'],
    medicines: ['阿司匹林 100 mg'],
    flags: ['跌倒高风险'],
    contacts: [
      { name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true },
      { name: '方建平', relation: 'neighbour', mobile: '13700009126', order: 2, hasKey: true },
      { name: '沈洁', relation: 'community', phone: '0570-55507715', order: 3 },
    ],
    ...extra,
  });
  const { sn } = await aDevice(site, { customer: id });
  return { id, name, watch: sn };
}
