import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'project_status',
    table: 'project',
    column: 'status',
    deletes: true,
    rowLabel: '项目',
    list: '/project/list?status=',
  },
];
export default uses;
