import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type DraftItem, freeCode } from '../draft/draft.ts';
import { optionPresets } from '../draft/optionCodes.ts';
import { withoutItem } from '../draft/references.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems } from '../field/fields.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { ItemForm } from './ItemForm.tsx';
import { ItemLine } from './ItemLine.tsx';

const maxItems = 300;

/** Returns the code that follows the last one: B1.8 → B1.9, else the next number. */
function nextCode(items: readonly DraftItem[]): string {
  const codes = items.map(({ code }) => code);
  const [, lead, number] = /^(.*?)(\d+)$/.exec(codes.at(-1) ?? '') ?? [];
  const next = `${lead}${Number(number) + 1}`;
  return number !== undefined && !codes.includes(next) ? next : freeCode(codes);
}

/** Returns a new item with the options of the one before it. */
function nextItem(items: readonly DraftItem[], label = ''): DraftItem {
  const options = items.at(-1)?.options ?? optionPresets['是 / 否'] ?? [];
  return { code: nextCode(items), label, options };
}

/** Asks for the words of several items, a line each. */
async function askLines(room: number): Promise<string[]> {
  const text = await box.prompt('一行一条，选项与最后一条相同，添加后可以逐条改。', {
    ...{ title: '批量添加条目', ok: '添加条目', multiline: true, maxLength: 20_000, required: true },
    label: '条目文字',
  });
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').slice(0, room);
}

/** 条目: one line each, one of them open. */
export function ItemsSection() {
  const { draft, change, countBelow, openItem, setOpenItem, form } = useEditing();
  const { items } = draft;
  const rows = useRows('items', items, (next, step) => change((former) => ({ ...former, items: next }), step));
  const partOf = new Map(draft.parts?.flatMap(({ items: codes, label }) => codes.map((code) => [code, label])));
  const isFull = items.length >= maxItems;
  const open = (index: number) => {
    setOpenItem(index);
    focusFirst(index);
  };
  const focusFirst = (index: number) =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[data-row="items[${index}]"] input`)?.focus(),
    );
  const add = (...added: DraftItem[]) => {
    change((former) => ({ ...former, items: [...former.items, ...added] }), 'step');
    open(items.length + added.length - 1);
  };
  const addLines = async () => {
    const lines = await askLines(maxItems - items.length);
    if (lines.length === 0) return;
    const all = [...items];
    for (const label of lines) all.push(nextItem(all, label));
    add(...all.slice(items.length));
  };
  const move = (from: number, to: number) => {
    rows.move(from, to);
    if (to >= 0 && to < items.length) setOpenItem(openItem === from ? to : openItem === to ? from : openItem);
  };
  const remove = (index: number, { code }: DraftItem) => {
    rows.remove(index);
    change((former) => withoutItem(former, code));
    setOpenItem(undefined);
  };
  return (
    <section className="flex flex-col gap-2" aria-label="条目">
      <ol className="scale-lines border border-line rounded-md">
        {[...items.entries()].map(([index, item]) => {
          const isOpen = index === openItem;
          const copy = () => {
            rows.insert(index, { ...item, code: nextCode(items) });
            open(index + 1);
          };
          return (
            <li
              key={index}
              className={isOpen ? 'scale-open' : undefined}
              data-row={`items[${index}]`}
              data-field={`items[${index}]`}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (step === 0 || !event.altKey) return;
                event.preventDefault();
                move(index, index + step);
              }}
            >
              {isOpen ? (
                <>
                  <div className="flex items-center gap-2 px-3 pt-2 text-[13px] text-text2">
                    <strong>第 {index + 1} 条</strong>
                    <span className="ml-auto">
                      <RowTools
                        {...{ name: `第 ${index + 1} 条`, index, count: items.length, min: 1 }}
                        onMove={move}
                        onCopy={copy}
                        onRemove={() => remove(index, item)}
                      />
                    </span>
                    <Button kind="link" onClick={() => setOpenItem(undefined)}>
                      收起
                    </Button>
                  </div>
                  <ItemForm {...{ item, index }} />
                </>
              ) : (
                <ItemLine
                  {...{ item, problems: countBelow(`items[${index}]`), part: partOf.get(item.code) }}
                  onOpen={() => open(index)}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Problems places={['items']} />
      <div className="flex items-center gap-4">
        <AddRow
          {...{ place: 'items', label: '添加条目', blocked: isFull ? `最多 ${maxItems} 条` : undefined }}
          onAdd={() => add(nextItem(items))}
        />
        <Button kind="link" disabled={isFull} onClick={() => void addLines()}>
          批量添加…
        </Button>
      </div>
    </section>
  );
}
