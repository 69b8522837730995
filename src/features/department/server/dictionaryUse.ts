import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  { type: 'department_type', table: 'department', column: 'type', deletes: true, rowLabel: '部门' },
];
export default uses;
