import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'living_state',
    table: 'customer',
    column: 'living_state',
    deletes: true,
    noun: '客户',
    list: '/customer/list?livingState=',
  },
  {
    type: 'service_state',
    table: 'customer',
    column: 'service_state',
    deletes: true,
    noun: '客户',
    list: '/customer/list?serviceState=',
  },
  {
    type: 'ability_level',
    table: 'customer',
    column: 'ability_level',
    deletes: true,
    noun: '客户',
    list: '/customer/list?abilityLevel=',
  },
  { type: 'gender', table: 'customer', column: 'gender', deletes: true, noun: '客户', list: '/customer/list?gender=' },
  { type: 'id_type', table: 'customer', column: 'id_type', deletes: true, noun: '客户' },
  ...(['ethnicity', 'marital', 'education'] as const).map((column) => ({
    ...{ type: column, table: 'customer', column, deletes: true as const },
    ...{ noun: '客户', list: `/customer/list?${column}=` },
  })),
  {
    type: 'person_category',
    table: 'customer',
    column: 'category',
    many: true,
    deletes: true,
    noun: '客户',
    list: '/customer/list?category=',
  },
  {
    type: 'customer_tag',
    table: 'customer',
    column: 'tag',
    many: true,
    deletes: true,
    noun: '客户',
    list: '/customer/list?tag=',
  },
  {
    type: 'chronic',
    table: 'customer',
    column: 'chronic',
    many: true,
    deletes: true,
    noun: '客户',
    list: '/customer/list?chronic=',
  },
  { type: 'relation', table: 'customer_contact', column: 'relation', deletes: true, noun: '联系人' },
];
export default uses;
