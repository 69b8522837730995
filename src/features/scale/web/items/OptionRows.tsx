import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import type { DraftItem, DraftOption } from '../draft/draft.ts';
import { isAutomatic, optionCode, optionPresets } from '../draft/optionCodes.ts';
import { renameOption } from '../draft/references.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { NumberCell, Problems, TextCell } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';

interface Props {
  item: DraftItem;
  index: number;
  /** Options of the item before, to be used again. */
  former: readonly DraftOption[] | undefined;
}

/** Returns an option with other points; a code that follows from them follows. */
function withPoints(option: DraftOption, points: number | null, taken: readonly string[]): DraftOption {
  return { ...option, points, ...(isAutomatic(option) && { code: optionCode(points, taken) }) };
}

/** Returns the option that is added at the end: one step below the last. */
function nextOption(options: readonly DraftOption[]): DraftOption {
  const [last, before] = [options.at(-1)?.points ?? 1, options.at(-2)?.points];
  const step = typeof before === 'number' ? last - before : -1;
  const points = Math.max(0, last + (step || -1));
  const taken = options.map(({ code }) => code);
  return { code: optionCode(points, taken), label: '', points };
}

/** Options of an item, the best first: points, words and code of each. */
export function OptionRows({ item, index, former }: Props) {
  const { change } = useEditing();
  const { options } = item;
  const place = `items[${index}].options`;
  const store = (next: readonly DraftOption[], step?: 'step') =>
    change(
      (draft) => ({
        ...draft,
        items: draft.items.map((each, at) => (at === index ? { ...each, options: next } : each)),
      }),
      step,
    );
  const rows = useRows(place, options, store);
  const set = (at: number, next: DraftOption) => {
    const { code } = options[at] ?? next;
    rows.replace(at, next);
    if (code !== next.code && code !== '') change((draft) => renameOption(draft, item.code, code, next.code));
  };
  const others = (at: number) => options.filter((_, other) => other !== at).map(({ code }) => code);
  const presets = [
    ...(former ? [{ key: '', label: '与上一条相同' }] : []),
    ...Object.keys(optionPresets).map((key) => ({ key, label: key })),
  ];
  return (
    <div className="flex flex-col gap-1.5" data-field={place}>
      <div className="flex items-center justify-between text-[13px] text-text2">
        选项（最好的在前）
        <MenuButton
          placement="bottomRight"
          menu={{ items: presets, onClick: ({ key }) => store(optionPresets[key] ?? former ?? [], 'step') }}
        >
          <Button kind="link">套用常用选项</Button>
        </MenuButton>
      </div>
      <div className="flex gap-2 text-xs text-text3 max-md:hidden" aria-hidden>
        <span className="scale-number">分值</span>
        <span className="flex-1">文字</span>
        <span className="scale-code">编码</span>
        <span className="scale-tools" />
      </div>
      {[...options.entries()].map(([at, option]) => (
        <Row key={at} place={`${place}[${at}]`} name={`选项 ${at + 1}`} onKeyDown={rows.onKeyDown(at)}>
          <div className="flex items-center gap-2 max-md:flex-wrap">
            <NumberCell
              {...{ place: `${place}[${at}].points`, label: `选项 ${at + 1} 分值`, unit: '分', value: option.points }}
              onChange={(points) => set(at, withPoints(option, points, others(at)))}
            />
            <TextCell
              {...{ place: `${place}[${at}].label`, label: `选项 ${at + 1} 文字`, value: option.label }}
              {...{ className: 'scale-words flex-1', placeholder: '选项的文字' }}
              onChange={(label) => set(at, { ...option, label })}
            />
            <TextCell
              {...{ place: `${place}[${at}].code`, label: `选项 ${at + 1} 编码`, value: option.code }}
              {...{ className: 'scale-code', placeholder: '编码' }}
              onChange={(code) => set(at, { ...option, code: code.trim() })}
            />
            <RowTools
              {...{ name: `选项 ${at + 1}`, index: at, count: options.length, min: 1 }}
              onMove={rows.move}
              onCopy={() =>
                rows.insert(at, {
                  ...option,
                  code: optionCode(
                    option.points,
                    options.map(({ code }) => code),
                  ),
                })
              }
              onRemove={() => rows.remove(at)}
            />
          </div>
          <Problems places={['points', 'label', 'code', ''].map((key) => `${place}[${at}]${key && `.${key}`}`)} />
        </Row>
      ))}
      <Problems places={[place]} />
      <div>
        <AddRow {...{ place, label: '添加选项' }} onAdd={() => rows.add(nextOption(options))} />
      </div>
    </div>
  );
}
