import { Checkbox } from 'antd';
import { type DraftItem, freeCode, patched, replacedAt } from '../draft/draft.ts';
import { renameItem } from '../draft/references.ts';
import { useEditing } from '../editor/editing.ts';
import { Problems, SelectCell, TextField } from '../field/fields.tsx';
import { OptionRows } from './OptionRows.tsx';

interface Props {
  item: DraftItem;
  index: number;
}

const own = '+';

/** Choice of the group of which exactly one item is answered. */
function OneOfField({ item, index }: Props) {
  const { draft, change } = useEditing();
  const groups = [...new Set(draft.items.flatMap(({ oneOf }) => (oneOf === undefined ? [] : [oneOf])))];
  const labelOf = (group: string) => {
    const members = draft.items.filter(({ oneOf }) => oneOf === group).map(({ label, code }) => label || code);
    return `只答一条：${members.join(' / ')}`;
  };
  const options = [
    { value: '-', label: '单独作答' },
    ...groups.map((group) => ({ value: group, label: labelOf(group) })),
    { value: own, label: '新的一组（几条里只答一条）' },
  ];
  const set = (value: string) =>
    change((former) => {
      const { oneOf: _oneOf, ...rest } = item;
      const group = value === own ? freeCode(groups, 'g') : value;
      return { ...former, items: replacedAt(former.items, index, value === '-' ? rest : { ...rest, oneOf: group }) };
    }, 'step');
  return (
    <SelectCell
      {...{ place: `items[${index}].oneOf`, label: '作答方式', value: item.oneOf ?? '-', options }}
      className="min-w-48"
      onChange={set}
    />
  );
}

/** Choice of the part to which an item counts. */
function PartField({ item }: Pick<Props, 'item'>) {
  const { draft, change } = useEditing();
  const parts = draft.parts ?? [];
  if (parts.length === 0) return null;
  const now = parts.find(({ items }) => items.includes(item.code))?.code ?? '-';
  const options = [
    { value: '-', label: '不属于部分' },
    ...parts.map(({ code, label }) => ({ value: code, label: label || code })),
  ];
  const set = (value: string) =>
    change((former) => {
      const order = new Map(former.items.map(({ code }, at) => [code, at]));
      const moved = (former.parts ?? []).map((part) => {
        const rest = part.items.filter((code) => code !== item.code);
        if (part.code !== value) return { ...part, items: rest };
        const items = [...rest, item.code].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
        return { ...part, items };
      });
      return patched(former, { parts: moved });
    }, 'step');
  return <SelectCell {...{ place: 'parts', label: '所属部分', value: now, options }} onChange={set} />;
}

/** Form of one item: words, code, options. */
export function ItemForm({ item, index }: Props) {
  const { draft, change } = useEditing();
  const place = `items[${index}]`;
  const set = (next: DraftItem) => change((former) => ({ ...former, items: replacedAt(former.items, index, next) }));
  const rename = (code: string) => {
    set({ ...item, code });
    if (item.code !== '') change((former) => renameItem(former, item.code, code));
  };
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="scale-item-head grid gap-3">
        <TextField
          {...{ place: `${place}.label`, label: '条目文字', required: true, maxLength: 300, value: item.label }}
          placeholder="问什么，看什么"
          onChange={(label) => set({ ...item, label })}
        />
        <TextField
          {...{ place: `${place}.code`, label: '编码', required: true, maxLength: 40, value: item.code }}
          onChange={(code) => rename(code.trim())}
        />
      </div>
      <OptionRows {...{ item, index }} former={draft.items[index - 1]?.options} />
      <div className="flex items-center flex-wrap gap-3">
        <PartField item={item} />
        <OneOfField {...{ item, index }} />
        <Checkbox
          checked={item.notes === true}
          onChange={({ target }) => {
            const { notes: _notes, ...rest } = item;
            set(target.checked ? { ...rest, notes: true } : rest);
          }}
        >
          可写依据
        </Checkbox>
      </div>
      <Problems places={[place, `${place}.oneOf`, `${place}.notes`]} />
    </div>
  );
}
