import type { customerApi } from '#features/customer/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';

type Filters = InputOf<typeof customerApi.getCustomerList>;

/** A query of the customer list, and the maximum time above that of a trivial call, ms. */
export interface ListQuery {
  what: string;
  maxExtraMs: number;
  /**
   * True for a named search or the first page: measured in every scope; other filters with full scope and with one
   * department.
   */
  named: boolean;
  /** Returns the filters of one call, about this customer. */
  filtersFor(customer: Sample): Filters;
}

/** Search values of a customer in the list. */
export interface Sample {
  name: string;
  pinyin: string;
  initials: string;
  mobile: string;
  /** Last four characters of the ID number. */
  tail: string;
}

/** Limit for named searches and the first page. */
const maxSearchMs = 50;
/** Limit for other filters. */
const maxFilterMs = 150;

const searches: Record<string, ListQuery['filtersFor']> = {
  'the first page': () => ({}),
  'two characters of a name': ({ name }) => ({ keyword: name.slice(0, 2) }),
  'a whole name': ({ name }) => ({ keyword: name }),
  'initials, two letters': ({ initials }) => ({ keyword: initials.slice(0, 2) }),
  'initials, all letters': ({ initials }) => ({ keyword: initials }),
  pinyin: ({ pinyin }) => ({ keyword: pinyin.replaceAll(' ', '') }),
  'the end of a phone': ({ mobile }) => ({ keyword: mobile.slice(-4) }),
  'the end of a phone, six digits': ({ mobile }) => ({ keyword: mobile.slice(-6) }),
  'the end of an ID number': ({ tail }) => ({ idNo: tail }),
};

const filters: Record<string, Filters> = {
  'one character of a name': { keyword: '桂' },
  'living alone': { livingState: ['alone'] },
  'living alone, over 80': { livingState: ['alone'], ageFrom: 80 },
  'aged 70 to 75': { ageFrom: 70, ageTo: 75 },
  'sorted by age': { sort: [{ field: 'age', order: 'desc' }] },
  'sorted by name': { sort: [{ field: 'name', order: 'asc' }] },
  'a county': { regionCode: '330822' },
  'a category': { category: ['low_income'] },
  'two illnesses': { chronic: ['stroke', 'kidney'] },
  'a tag': { tag: ['key_care'] },
  'an ability': { abilityLevel: [3, 4] },
  paused: { serviceState: ['paused'] },
  'with a device': { hasEquipment: true },
  'without a device': { hasEquipment: false },
  'a device offline': { equipmentOnline: ['offline'] },
  'an alarm within 7 days': { warnWithinDays: 7 },
  'an assessment that is over': { assessed: ['expired'] },
};

export const listQueries: readonly ListQuery[] = [
  ...Object.entries(searches).map(([what, filtersFor]) => ({
    what,
    maxExtraMs: maxSearchMs,
    named: true,
    filtersFor,
  })),
  ...Object.entries(filters).map(([what, input]) => ({
    what,
    maxExtraMs: maxFilterMs,
    named: false,
    filtersFor: () => input,
  })),
];
