import { type DictionaryType, dictionaryApi, dictionaryType } from '#features/dictionary/contract.ts';
import { callApi } from '#web/api/request.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';

const endpoints = { add: dictionaryApi.addDictionaryType, edit: dictionaryApi.editDictionaryType };

async function read(id: string): Promise<DictionaryType | undefined> {
  return (await callApi(dictionaryApi.getDictionaryTree, {})).find((type) => type.id === id);
}

/** Form of a type; `onAdded` receives the code of a new type. */
export function useTypeForm(onAdded: (type: string) => void, reload: () => void) {
  return useRecordForm(
    {
      resource: dictionaryType,
      endpoints,
      read,
      form: {
        size: 'small',
        doneTexts: { added: '已保存', edited: '已保存' },
        onAdded: (_made, { type }) => onAdded(String(type)),
      },
    },
    reload,
  );
}
