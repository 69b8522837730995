import type { FactKind } from '#shared/scale/definition.ts';
import { type DraftFact, freeCode, patched } from '../draft/draft.ts';
import { renameFact } from '../draft/references.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems, SelectCell, TextField } from '../field/fields.tsx';
import { LabelRows } from '../field/LabelRows.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { factKindTexts } from '../words/factKinds.ts';
import { useEditing } from './editing.ts';

const kindOptions = (Object.keys(factKindTexts) as FactKind[]).map((value) => ({ value, label: factKindTexts[value] }));
const withOptions: readonly FactKind[] = ['counts', 'choice', 'choices'];

type FactOption = NonNullable<DraftFact['options']>[number];

interface Props {
  fact: DraftFact;
  place: string;
  onChange: (options: readonly FactOption[], step?: 'step') => void;
}

function FactOptions({ fact, place, onChange }: Props) {
  const noun = fact.kind === 'counts' ? '事件' : '选项';
  return (
    <LabelRows
      {...{ rows: fact.options ?? [], place: `${place}.options`, title: noun, addLabel: `添加${noun}`, onChange }}
      {...{ nameOf: (n) => `第 ${n} 项`, word: '文字', placeholder: '文字' }}
    />
  );
}

/** Returns a fact of another kind; options stay where the kind has some. */
function ofKind(fact: DraftFact, kind: FactKind): DraftFact {
  const { options = [{ code: '1', label: '' }], ...rest } = fact;
  return { ...rest, kind, ...(withOptions.includes(kind) && { options }) };
}

/** 事实: what is entered beside the items and may change the grade. */
export function FactsSection() {
  const { draft, change } = useEditing();
  const facts = draft.facts ?? [];
  const rows = useRows('facts', facts, (next, step) =>
    change((former) => patched(former, { facts: next.length === 0 ? undefined : next }), step),
  );
  return (
    <section className="flex flex-col gap-3" aria-label="事实">
      <p className="text-[13px] text-text3">
        条目以外要记的情况，如诊断、30 天内的跌倒次数、是否昏迷。规则可以按它们改等级。
      </p>
      {[...facts.entries()].map(([index, fact]) => {
        const place = `facts[${index}]`;
        return (
          <Row
            key={index}
            place={place}
            name={`第 ${index + 1} 项事实`}
            className="flex flex-col gap-3 border border-line rounded-md p-3"
            onKeyDown={rows.onKeyDown(index)}
          >
            <div className="flex items-center justify-between text-[13px] text-text2">
              <SelectCell
                {...{
                  place: `${place}.kind`,
                  label: '种类',
                  value: fact.kind,
                  options: kindOptions,
                  className: 'min-w-48',
                }}
                onChange={(kind) => rows.replace(index, ofKind(fact, kind))}
              />
              <RowTools
                {...{ name: `第 ${index + 1} 项事实`, index, count: facts.length }}
                onMove={rows.move}
                onRemove={() => rows.remove(index)}
              />
            </div>
            <div className="scale-item-head grid gap-3">
              <TextField
                {...{ place: `${place}.label`, label: '名称', required: true, maxLength: 100, value: fact.label }}
                onChange={(label) => rows.replace(index, { ...fact, label })}
              />
              <TextField
                {...{ place: `${place}.key`, label: '编码', required: true, maxLength: 40, value: fact.key }}
                onChange={(text) => {
                  const key = text.trim();
                  rows.replace(index, { ...fact, key });
                  if (fact.key !== '') change((former) => renameFact(former, fact.key, key));
                }}
              />
            </div>
            {withOptions.includes(fact.kind) && (
              <FactOptions
                {...{ fact, place }}
                onChange={(options, step) =>
                  change((former) => {
                    const list = (former.facts ?? []).map((each, at) => (at === index ? { ...each, options } : each));
                    return { ...former, facts: list };
                  }, step)
                }
              />
            )}
            <Problems places={[place, `${place}.kind`]} />
          </Row>
        );
      })}
      <Problems places={['facts']} />
      <div>
        <AddRow
          {...{ place: 'facts', label: '添加事实' }}
          onAdd={() =>
            rows.add({
              key: freeCode(
                facts.map(({ key }) => key),
                'f',
              ),
              label: '',
              kind: 'flag',
            })
          }
        />
      </div>
    </section>
  );
}
