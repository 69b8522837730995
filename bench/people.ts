import type { customerApi } from '#features/customer/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Caller } from '../test/support/api.ts';
import { onDatabase } from '../test/support/database.ts';
import { fill, type MeasuredList, measureLists, sampleCount } from './lists.ts';
import type { Figure } from './support/figures.ts';
import type { Product } from './support/product.ts';

const customerCount = 200_000;
/** Makes one reader responsible for some customers. */
const ownRowsSql = `update customer set responsible_id = (select id from "user" where account = 'bench_self')
  where no between 'YS0000001' and 'YS0003000'`;

/** Search values of a customer in the list. */
interface Sample {
  name: string;
  pinyin: string;
  initials: string;
  mobile: string;
  /** Last four characters of the ID number. */
  tail: string;
}

const list: MeasuredList<Sample, InputOf<typeof customerApi.getCustomerList>> = {
  name: 'List of people',
  path: 'customer/getCustomerList',
  searches: {
    'the first page': () => ({}),
    'two characters of a name': ({ name }) => ({ keyword: name.slice(0, 2) }),
    'a whole name': ({ name }) => ({ keyword: name }),
    'initials, two letters': ({ initials }) => ({ keyword: initials.slice(0, 2) }),
    'initials, all letters': ({ initials }) => ({ keyword: initials }),
    pinyin: ({ pinyin }) => ({ keyword: pinyin.replaceAll(' ', '') }),
    'the end of a phone': ({ mobile }) => ({ keyword: mobile.slice(-4) }),
    'the end of a phone, six digits': ({ mobile }) => ({ keyword: mobile.slice(-6) }),
    'the end of an ID number': ({ tail }) => ({ idNo: tail }),
  },
  filters: {
    'one character of a name': () => ({ keyword: '桂' }),
    'living alone': () => ({ livingState: ['alone'] }),
    'living alone, over 80': () => ({ livingState: ['alone'], ageFrom: 80 }),
    'aged 70 to 75': () => ({ ageFrom: 70, ageTo: 75 }),
    'sorted by age': () => ({ sort: [{ field: 'age', order: 'desc' }] }),
    'sorted by name': () => ({ sort: [{ field: 'name', order: 'asc' }] }),
    'a county': () => ({ regionCode: '330822' }),
    'a category': () => ({ category: ['low_income'] }),
    'two illnesses': () => ({ chronic: ['stroke', 'kidney'] }),
    'a tag': () => ({ tag: ['key_care'] }),
    'an ability': () => ({ abilityLevel: [3, 4] }),
    paused: () => ({ serviceState: ['paused'] }),
    'with a device': () => ({ hasEquipment: true }),
    'without a device': () => ({ hasEquipment: false }),
    'a device offline': () => ({ equipmentOnline: ['offline'] }),
    'an alarm within 7 days': () => ({ warnWithinDays: 7 }),
    'an assessment that is over': () => ({ assessed: ['expired'] }),
  },
  maxExtraMs: ({ isSearch }) => (isSearch ? 50 : 150),
};

/** Measures searches, filters and the first page of 200,000 customers, each with the count. */
export async function measurePeople(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(customerCount)]);
  const samples = await sampleRows(product.databaseUrl, await product.logIn());
  return measureLists(product, [list], samples, ownRowsSql);
}

/** Returns customers spread over the list; the list shows only the end of the ID number. */
async function sampleRows(databaseUrl: string, caller: Caller): Promise<Sample[]> {
  const numbers = Array.from(
    { length: sampleCount * 2 },
    (_, index) => `YS${String(1 + index * 1601).padStart(7, '0')}`,
  );
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Omit<Sample, 'tail'> & { id: string }>(
      `select id::text, name, pinyin, initials, mobile from customer where mobile is not null and no = any($1)
       order by no limit $2`,
      [numbers, sampleCount],
    );
    const ids = rows.map(({ id }) => id);
    const { data } = await caller.call<{ id: string; idNo: string }[]>(list.path, { ids, limit: 100 });
    const tails = new Map(data.map(({ id, idNo }) => [id, idNo.slice(-4)]));
    return rows.map(({ id, ...customer }) => ({ ...customer, tail: tails.get(id) ?? '' }));
  });
}
