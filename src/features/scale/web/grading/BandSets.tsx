import { Radio } from 'antd';
import { Button } from '#web/ui/Button.tsx';
import { type Draft, type DraftSet, freeCode, patched } from '../draft/draft.ts';
import { renameSet } from '../draft/references.ts';
import { sumRange, twoBands } from '../draft/sums.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems, SelectCell, TextField } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { BandRows } from './BandRows.tsx';

type ByFact = Extract<DraftSet, { by: unknown }>;

const plainSets = ({ bandSets = [] }: Draft) =>
  bandSets.flatMap((set) => ('bands' in set ? [{ value: set.code, label: set.label || set.code }] : []));

/** Which set each option of a fact chooses. */
function ByFactFields({ set, place, onChange }: { set: ByFact; place: string; onChange: (set: ByFact) => void }) {
  const { draft } = useEditing();
  const choices = (draft.facts ?? []).filter(({ kind }) => kind === 'choice');
  const fact = choices.find(({ key }) => key === set.by.fact);
  return (
    <div className="flex flex-col gap-1.5 text-[13px]">
      <div className="flex items-center gap-2">
        按
        <SelectCell
          {...{ place: `${place}.by.fact`, label: '事实', value: set.by.fact, className: 'scale-pick' }}
          options={choices.map(({ key, label }) => ({ value: key, label: label || key }))}
          onChange={(key) => onChange({ ...set, by: { fact: key, sets: {} } })}
        />
        选用分级
      </div>
      {fact?.options?.map(({ code, label }) => (
        <div key={code} className="flex items-center gap-2 pl-4">
          <span className="w-32 truncate">{label || code}</span>用
          <SelectCell
            {...{ place: `${place}.by.sets.${code}`, label: `${label} 用的分级`, value: set.by.sets[code] }}
            options={plainSets(draft)}
            onChange={(chosen) => onChange({ ...set, by: { ...set.by, sets: { ...set.by.sets, [code]: chosen } } })}
          />
          <Problems places={[`${place}.by.sets.${code}`]} />
        </div>
      ))}
      <Problems places={[`${place}.by`, `${place}.by.fact`, `${place}.by.sets`]} />
    </div>
  );
}

/** Returns the sets with one of them the default. */
const withDefault = (sets: readonly DraftSet[], index: number): DraftSet[] =>
  sets.map((set, at) => {
    const { default: _default, ...rest } = set;
    return at === index ? { ...rest, default: true } : rest;
  });

/** Band sets of a scale: several uses of one total, one of them the default. */
export function BandSets() {
  const { draft, change } = useEditing();
  const sets = draft.bandSets ?? [];
  const range = sumRange(draft.items);
  const store = (next: readonly DraftSet[], step?: 'step') => {
    const isMarked = next.length < 2 || next.some((set) => set.default);
    change((former) => patched(former, { bandSets: isMarked ? next : withDefault(next, 0) }), step);
  };
  const rows = useRows('bandSets', sets, store);
  const setCode = (place: number, set: DraftSet, code: string) => {
    rows.replace(place, { ...set, code });
    if (set.code !== '') change((former) => renameSet(former, set.code, code));
  };
  const code = () =>
    freeCode(
      sets.map((set) => set.code),
      'S',
    );
  const hasChoice = draft.facts?.some(({ kind }) => kind === 'choice');
  return (
    <>
      {[...sets.entries()].map(([index, set]) => {
        const place = `bandSets[${index}]`;
        return (
          <Row
            key={index}
            place={place}
            name={`分级 ${index + 1}`}
            className="flex flex-col gap-3 border border-line rounded-md p-3"
            onKeyDown={rows.onKeyDown(index)}
          >
            <div className="flex items-center justify-between gap-2 text-[13px]">
              <Radio
                checked={sets.length === 1 || set.default === true}
                onChange={() => store(withDefault(sets, index), 'step')}
              >
                默认用这一套
              </Radio>
              <RowTools
                {...{ name: `分级 ${index + 1}`, index, count: sets.length, min: 1 }}
                onMove={rows.move}
                onCopy={() => rows.insert(index, { ...withDefault([set], -1)[0], code: code() } as DraftSet)}
                onRemove={() => rows.remove(index)}
              />
            </div>
            <div className="scale-item-head grid gap-3">
              {'bands' in set ? (
                <TextField
                  {...{ place: `${place}.label`, label: '名称', required: true, maxLength: 100, value: set.label }}
                  onChange={(label) => rows.replace(index, { ...set, label })}
                />
              ) : (
                <span />
              )}
              <TextField
                {...{ place: `${place}.code`, label: '编码', required: true, maxLength: 40, value: set.code }}
                onChange={(text) => setCode(index, set, text.trim())}
              />
            </div>
            {'bands' in set ? (
              <BandRows
                {...{ bands: set.bands, place: `${place}.bands`, range }}
                onChange={(bands, step) =>
                  change((former) => {
                    const list = (former.bandSets ?? []).map((each, at) => (at === index ? { ...each, bands } : each));
                    return { ...former, bandSets: list as DraftSet[] };
                  }, step)
                }
              />
            ) : (
              <ByFactFields {...{ set, place }} onChange={(next) => rows.replace(index, next)} />
            )}
            <Problems places={[place]} />
          </Row>
        );
      })}
      <Problems places={['bandSets']} />
      <div className="flex items-center gap-4">
        <AddRow
          {...{ place: 'bandSets', label: '添加一套分级' }}
          onAdd={() => rows.add({ code: code(), label: '', bands: twoBands(range) })}
        />
        {hasChoice && (
          <Button
            kind="link"
            className="text-[13px]"
            onClick={() => rows.add({ code: code(), by: { fact: '', sets: {} } })}
          >
            添加按事实选用的分级
          </Button>
        )}
      </div>
    </>
  );
}
