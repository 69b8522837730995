import type { DictionaryUse } from '#server/dictionaryUse.ts';

const uses: DictionaryUse[] = [{ type: 'equipment_state', table: 'equipment', column: 'state', deletes: true }];
export default uses;
