import { Select } from 'antd';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type DraftPart, freeCode, patched } from '../draft/draft.ts';
import { renamePart } from '../draft/references.ts';
import { partRange } from '../draft/sums.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems, TextField } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { useEditing } from './editing.ts';

function PartItems({ part, place, onChange }: { part: DraftPart; place: string; onChange: (items: string[]) => void }) {
  const { draft, problemAt } = useEditing();
  const order = new Map(draft.items.map(({ code }, index) => [code, index]));
  return (
    <FieldBox
      field={`${place}.items`}
      label="包括的条目"
      note={`${part.items.length} 条，最高 ${partRange(draft, part.code).to} 分`}
      problem={
        problemAt(`${place}.items`) ?? part.items.map((_, at) => problemAt(`${place}.items[${at}]`)).find(Boolean)
      }
    >
      <Select
        {...{ mode: 'multiple', 'aria-label': '包括的条目', value: [...part.items], optionFilterProp: 'label' }}
        {...{ placeholder: '选条目', maxTagCount: 12 }}
        options={draft.items.map(({ code, label }) => ({ value: code, label: `${code} ${label}` }))}
        onChange={(codes: string[]) => onChange(codes.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))}
      />
    </FieldBox>
  );
}

/** 部分: groups of items whose sums are shown. */
export function PartsSection() {
  const { draft, change } = useEditing();
  const parts = draft.parts ?? [];
  const store = (next: readonly DraftPart[], step?: 'step') =>
    change((former) => patched(former, { parts: next.length === 0 ? undefined : next }), step);
  const rows = useRows('parts', parts, store);
  const used = new Set(parts.flatMap(({ items }) => items));
  const free = draft.items.filter(({ code }) => !used.has(code)).map(({ code }) => code);
  const newPart = (items: string[]): DraftPart => ({
    code: freeCode(
      parts.map(({ code }) => code),
      'P',
    ),
    label: '',
    items,
  });
  return (
    <section className="flex flex-col gap-3" aria-label="部分">
      <p className="text-[13px] text-text3">
        把条目分成几部分，结果里各有小计；不分也可以。
        {parts.length > 0 && free.length > 0 && `还有 ${free.length} 条不属于任何部分。`}
      </p>
      {[...parts.entries()].map(([index, part]) => {
        const place = `parts[${index}]`;
        const set = (patch: Partial<DraftPart>) => rows.replace(index, { ...part, ...patch });
        return (
          <Row
            key={index}
            place={place}
            name={`第 ${index + 1} 部分`}
            className="flex flex-col gap-3 border border-line rounded-md p-3"
            onKeyDown={rows.onKeyDown(index)}
          >
            <div className="flex items-center justify-between text-[13px] text-text2">
              <strong>第 {index + 1} 部分</strong>
              <RowTools
                {...{ name: `第 ${index + 1} 部分`, index, count: parts.length }}
                onMove={rows.move}
                onRemove={() => rows.remove(index)}
              />
            </div>
            <div className="scale-item-head grid gap-3">
              <TextField
                {...{ place: `${place}.label`, label: '名称', required: true, maxLength: 100, value: part.label }}
                onChange={(label) => set({ label })}
              />
              <TextField
                {...{ place: `${place}.code`, label: '编码', required: true, maxLength: 40, value: part.code }}
                onChange={(text) => {
                  const code = text.trim();
                  set({ code });
                  if (part.code !== '') change((former) => renamePart(former, part.code, code));
                }}
              />
            </div>
            <PartItems {...{ part, place }} onChange={(items) => set({ items })} />
            <Problems places={[place]} />
          </Row>
        );
      })}
      <Problems places={['parts']} />
      <div className="flex items-center gap-4">
        <AddRow {...{ place: 'parts', label: '添加部分' }} onAdd={() => rows.add(newPart([]))} />
        {free.length > 0 && (
          <Button kind="link" onClick={() => rows.add(newPart(free))}>
            把没分的 {free.length} 条作为一部分
          </Button>
        )}
      </div>
    </section>
  );
}
