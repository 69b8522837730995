import { dictionaryApi } from '#features/dictionary/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getDictionaryOption, getDictionaryUse } from './service.ts';
import { getDictionaryTree } from './tree.ts';
import { items, types } from './write.ts';

export default handlers(dictionaryApi, {
  getDictionaryTree,
  getDictionaryOption,
  getDictionaryUse,
  addDictionary: items.addFull,
  editDictionary: items.edit,
  updateDictionaryStatus: items.setStatus,
  deleteDictionary: items.remove,
  addDictionaryType: types.addFull,
  editDictionaryType: types.edit,
  deleteDictionaryType: (viewer, { id }) => types.remove(viewer, { ids: [id] }),
});
