import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'equipment_state',
    table: 'equipment',
    column: 'state',
    deletes: true,
    rowLabel: '设备',
    list: '/equipment/list?state=',
  },
  { type: 'warn_type', table: 'equipment_test', column: 'heard_type', rowLabel: '现场测试' },
];
export default uses;
