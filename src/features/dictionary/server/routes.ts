import { dictionaryApi } from '#features/dictionary/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getDictionaryOption, getDictionaryTree, getDictionaryUse } from './service.ts';
import {
  addDictionary,
  addDictionaryType,
  deleteDictionary,
  deleteDictionaryType,
  editDictionary,
  editDictionaryType,
  updateDictionaryStatus,
} from './write.ts';

export default handlers(dictionaryApi, {
  getDictionaryTree,
  getDictionaryOption,
  getDictionaryUse,
  addDictionary,
  editDictionary,
  updateDictionaryStatus,
  deleteDictionary,
  addDictionaryType,
  editDictionaryType,
  deleteDictionaryType,
});
