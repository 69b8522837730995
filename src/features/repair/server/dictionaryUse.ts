import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'repair_state',
    table: 'repair',
    column: 'state',
    deletes: true,
    rowLabel: '维修单',
    list: '/equipment/list/repair?state=',
  },
];
export default uses;
