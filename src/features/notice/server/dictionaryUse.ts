import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'notice_type',
    table: 'notice',
    column: 'type',
    deletes: true,
    rowLabel: '通知',
    list: '/manage/notice?type=',
  },
];
export default uses;
