import type { equipmentApi } from '#features/equipment/contract.ts';
import type { trialApi } from '#features/trial/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { onDatabase } from '../test/support/database.ts';
import { fill, type MeasuredList, measureLists, sampleCount } from './lists.ts';
import type { Figure } from './support/figures.ts';
import type { Product } from './support/product.ts';

/** Number of customers; a third of them have a device, the others are of many models: 100,000 together. */
const customerCount = 100_000;
const equipmentCount = 66_000;
/** Assigns some devices to one reader. */
const ownRowsSql = `update equipment set created_by = (select id from "user" where account = 'bench_self')
  where sn between 'YE0000001' and 'YE0003000'`;

/** Search values of a device with a customer. */
interface Sample {
  sn: string;
  imei: string;
  iccid: string;
  model: string;
  projectId: string;
  departmentId: string;
  customerId: string;
  /** Name of its customer. */
  wearer: string;
  initials: string;
}

/** A full count may take less time than one that ends at 10,001. */
const maxExtraMs: MeasuredList<Sample>['maxExtraMs'] = ({ isMore }) => (isMore ? 150 : 50);

const devices: MeasuredList<Sample, InputOf<typeof equipmentApi.getEquipmentList>> = {
  name: 'List of devices',
  path: 'equipment/getEquipmentList',
  searches: {
    'the first page': () => ({}),
    'two characters of its wearer’s name': ({ wearer }) => ({ keyword: wearer.slice(0, 2) }),
    'a whole name': ({ wearer }) => ({ keyword: wearer }),
    'initials, two letters': ({ initials }) => ({ keyword: initials.slice(0, 2) }),
    'initials, all letters': ({ initials }) => ({ keyword: initials }),
    'the end of its number': ({ sn }) => ({ keyword: sn.slice(-4) }),
    'its whole number': ({ sn }) => ({ sn }),
    'the end of its IMEI': ({ imei }) => ({ keyword: imei.slice(-6) }),
    'the end of its SIM card': ({ iccid }) => ({ keyword: iccid.slice(-4) }),
    'one person’s': ({ customerId }) => ({ customerId }),
  },
  filters: {
    'one character of a name': () => ({ keyword: '桂' }),
    online: () => ({ online: ['online'] }),
    offline: () => ({ online: ['offline'] }),
    asleep: () => ({ online: ['sleeping'] }),
    'never heard': () => ({ online: ['never'] }),
    'behind a silent gateway': () => ({ online: ['unknown'] }),
    'offline for a day': () => ({ offlineHours: 24 }),
    'offline for seven days': () => ({ offlineHours: 168 }),
    'a battery below 20 %': () => ({ batteryBelow: 21 }),
    'a battery for less than three days': () => ({ batteryDaysBelow: 3 }),
    'no data for three days': () => ({ silentDays: 3 }),
    'under repair': () => ({ state: ['repair'] }),
    'in use': () => ({ state: ['in_use'] }),
    'a model': ({ model }) => ({ model: [model] }),
    'a kind': () => ({ kind: ['smoke'] }),
    'a project': ({ projectId }) => ({ projectId }),
    'a department': ({ departmentId }) => ({ departmentId }),
    'with nobody': () => ({ bound: false }),
    'never tried': () => ({ testKind: ['none'] }),
    'tried by a message': () => ({ testKind: ['message'] }),
    'a SIM card that ends': () => ({ simExpiringDays: 30 }),
    'a county': () => ({ regionCode: '330822' }),
    'sorted by battery': () => ({ sort: [{ field: 'battery', order: 'asc' }] }),
    'sorted by last report': () => ({ sort: [{ field: 'lastSeenAt', order: 'asc' }] }),
    'sorted by name': () => ({ sort: [{ field: 'name', order: 'asc' }] }),
  },
  maxExtraMs,
};

const trials: MeasuredList<Sample, InputOf<typeof trialApi.getTrialList>> = {
  name: 'List of devices to be pressed',
  path: 'equipment/getTrialList',
  searches: {
    'the first page': () => ({}),
    'a whole name': ({ wearer }) => ({ keyword: wearer }),
    'its whole number': ({ sn }) => ({ keyword: sn }),
  },
  filters: {
    'of those who live alone': () => ({ alone: true }),
    'pressed this month': () => ({ state: ['done'] }),
    'a project': ({ projectId }) => ({ projectId }),
    'page 100': () => ({ page: 100 }),
  },
  maxExtraMs,
};

/** Measures searches, filters and the first page of 100,000 devices, each with the count. */
export async function measureDevices(product: Product, dataDir: string): Promise<Figure[]> {
  await fill(dataDir, ['--people', String(customerCount), '--equipment', String(equipmentCount)]);
  return measureLists(product, [devices, trials], await sampleRows(product.databaseUrl), ownRowsSql);
}

/** Returns devices with a SIM, of customers spread over the list. */
async function sampleRows(databaseUrl: string): Promise<Sample[]> {
  const numbers = Array.from(
    { length: sampleCount * 6 },
    (_, index) => `YE${String(1 + index * 271).padStart(7, '0')}`,
  );
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Sample>(
      `select e.sn, e.imei, s.iccid, m.code as model, e.project_id::text as "projectId", e.department_id::text as "departmentId",
         c.id::text as "customerId", c.name as wearer, c.initials
       from equipment e join model m on m.id = e.model_id join customer c on c.id = e.customer_id join sim s on s.equipment_id = e.id
       where e.imei is not null and e.sn = any($1) order by e.sn limit $2`,
      [numbers, sampleCount],
    );
    return rows;
  });
}
