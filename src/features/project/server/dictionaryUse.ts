import type { DictionaryUse } from '#server/dictionaryUse.ts';

const uses: DictionaryUse[] = [{ type: 'project_status', table: 'project', column: 'status', deletes: true }];
export default uses;
