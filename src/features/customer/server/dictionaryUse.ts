import { dictionaryUses } from '#server/crud/dictionaryUses.ts';
import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';
import { customer } from '../contract/fields.ts';

const uses: DictionaryUse[] = [
  ...dictionaryUses(customer, '/customer/list'),
  {
    ...{ type: 'service_state', table: 'customer', column: 'service_state', deletes: true, rowLabel: '客户' },
    list: '/customer/list?serviceState=',
  },
  {
    ...{ type: 'chronic', table: 'customer', column: 'chronic', many: true, deletes: true, rowLabel: '客户' },
    list: '/customer/list?chronic=',
  },
  { type: 'relation', table: 'customer_contact', column: 'relation', deletes: true, rowLabel: '联系人' },
];
export default uses;
