import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  { type: 'device_kind', table: 'model', column: 'kind', deletes: true, rowLabel: '型号' },
];
export default uses;
