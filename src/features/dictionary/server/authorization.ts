import { dictionaryApi } from '#features/dictionary/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const shared = scopeFree('words and settings are the same for every department and project');

/** Scope cases of the dictionary endpoints: dictionaries have no ownership. */
export default authorizationCases(dictionaryApi, {
  getDictionaryTree: shared,
  getDictionaryOption: shared,
  getDictionaryUse: scopeFree('a number of uses for whoever keeps the dictionaries: it decides whether a word can go'),
  addDictionary: shared,
  editDictionary: shared,
  updateDictionaryStatus: shared,
  deleteDictionary: shared,
  addDictionaryType: shared,
  editDictionaryType: shared,
  deleteDictionaryType: shared,
});
