import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [{ type: 'gender', table: 'user', column: 'gender', deletes: true, rowLabel: '用户' }];
export default uses;
