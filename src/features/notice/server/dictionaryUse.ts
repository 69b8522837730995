import type { DictionaryUse } from '#server/dictionaryUse.ts';

const uses: DictionaryUse[] = [{ type: 'notice_type', table: 'notice', column: 'type', deletes: true }];
export default uses;
