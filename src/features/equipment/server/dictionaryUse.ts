import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'equipment_state',
    table: 'equipment',
    column: 'state',
    deletes: true,
    noun: '设备',
    list: '/equipment/list?state=',
  },
];
export default uses;
