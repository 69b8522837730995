import type { DictionaryUse } from '#server/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  { type: 'living_state', table: 'customer', column: 'living_state', deletes: true },
  { type: 'service_state', table: 'customer', column: 'service_state', deletes: true },
  { type: 'ability_level', table: 'customer', column: 'ability_level', deletes: true },
  { type: 'gender', table: 'customer', column: 'gender', deletes: true },
  { type: 'id_type', table: 'customer', column: 'id_type', deletes: true },
  { type: 'marital', table: 'customer', column: 'marital', deletes: true },
  { type: 'person_category', table: 'customer', column: 'category', many: true, deletes: true },
  { type: 'relation', table: 'customer_contact', column: 'relation', deletes: true },
];
export default uses;
