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
  { type: 'ability_level', table: 'customer', column: 'ability_level', deletes: true, noun: '客户' },
  { type: 'gender', table: 'customer', column: 'gender', deletes: true, noun: '客户', list: '/customer/list?gender=' },
  { type: 'id_type', table: 'customer', column: 'id_type', deletes: true, noun: '客户' },
  { type: 'marital', table: 'customer', column: 'marital', deletes: true, noun: '客户' },
  { type: 'person_category', table: 'customer', column: 'category', many: true, deletes: true, noun: '客户' },
  { type: 'relation', table: 'customer_contact', column: 'relation', deletes: true, noun: '联系人' },
];
export default uses;
