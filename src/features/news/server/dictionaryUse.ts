import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  {
    type: 'news_category',
    table: 'news',
    column: 'category',
    deletes: true,
    rowLabel: '资讯',
    list: '/manage/news?category=',
  },
];
export default uses;
