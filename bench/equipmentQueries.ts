import type { equipmentApi } from '#features/equipment/contract.ts';
import type { trialApi } from '#features/trial/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';

type Filters = InputOf<typeof equipmentApi.getEquipmentList>;
type TrialFilters = InputOf<typeof trialApi.getTrialList>;

/** A query of a device list. */
export interface ListQuery<F = Filters> {
  what: string;
  /**
   * True for a named search or the first page: measured in every scope; other filters with full scope and with one
   * department.
   */
  named: boolean;
  /** Returns the filters of one call, about this device. */
  filtersFor(device: Sample): F;
}

/** Search values of a device with a customer. */
export interface Sample {
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

/** Maximum time above that of a trivial call, ms: for a full count, and for one that ends at 10,001. */
export const maxExtraMs = { counted: 50, more: 150 };

const searches: Record<string, ListQuery['filtersFor']> = {
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
};

const filters: Record<string, ListQuery['filtersFor']> = {
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
};

export const listQueries: readonly ListQuery[] = [
  ...Object.entries(searches).map(([what, filtersFor]) => ({ what, named: true, filtersFor })),
  ...Object.entries(filters).map(([what, filtersFor]) => ({ what, named: false, filtersFor })),
];

/** Queries of the trial list. */
export const trials: readonly ListQuery<TrialFilters>[] = [
  { what: 'the first page', named: true, filtersFor: () => ({}) },
  { what: 'a whole name', named: true, filtersFor: ({ wearer }) => ({ keyword: wearer }) },
  { what: 'its whole number', named: true, filtersFor: ({ sn }) => ({ keyword: sn }) },
  { what: 'of those who live alone', named: false, filtersFor: () => ({ alone: true }) },
  { what: 'pressed this month', named: false, filtersFor: () => ({ state: ['done'] }) },
  { what: 'a project', named: false, filtersFor: ({ projectId }) => ({ projectId }) },
  { what: 'page 100', named: false, filtersFor: () => ({ page: 100 }) },
];
