import { type DictionaryItem, dictionaryApi, item as noun } from '#features/dictionary/contract.ts';
import { neededWhy } from '#shared/dictionary.ts';
import { isOn, removeRow, switchRow } from '#web/crud/rowMutations.ts';
import type { StatusSwitch } from '#web/crud/types.ts';

type Changed = () => Promise<void>;

const switched: StatusSwitch<DictionaryItem> = {
  ok: '停用',
  doneTexts: ['已停用：旧数据仍显示它，新表单不再出现', '已启用'],
  held: {
    title: '停用字典项',
    ok: '仍然停用',
    question: (refusal) => `${refusal}：旧数据照常显示它，新表单不再出现。`,
  },
};
const question = ({ label }: DictionaryItem) => `确认删除字典项「${label}」？`;

/** Runs 停用 or 启用; `confirmed`: the user already knows which rows use the item. */
export async function switchItem(item: DictionaryItem, changed: Changed, confirmed = false): Promise<void> {
  await switchRow(dictionaryApi.updateDictionaryStatus, item, switched, confirmed);
  await changed();
}

/** Runs 删除; offers to disable an item that rows use. */
export async function removeItem(item: DictionaryItem, changed: Changed): Promise<void> {
  const disable = { text: '改为停用', run: () => void switchItem(item, changed, true) };
  const instead = () => (isOn(item) && !neededWhy(item.type, item.value) ? disable : undefined);
  if (await removeRow(dictionaryApi.deleteDictionary, noun, item, { question, instead })) await changed();
}
