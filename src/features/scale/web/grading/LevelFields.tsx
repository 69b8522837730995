import { Segments } from '#web/ui/Segments.tsx';
import { type Draft, type DraftLevels, patched, removedAt, replacedAt } from '../draft/draft.ts';
import { partRange } from '../draft/sums.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { NumberCell, Problems } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';

type ByBands = Extract<DraftLevels, { by: 'bands' }>;
type ByWorst = Extract<DraftLevels, { by: 'worst' }>;

const ways = [
  { key: 'none', label: '不分级' },
  { key: 'bands', label: '按小计' },
  { key: 'worst', label: '按最差的条目' },
] as const;
type Way = (typeof ways)[number]['key'];

function LevelBands({ level, place, onChange }: { level: ByBands; place: string; onChange: (level: ByBands) => void }) {
  const list = `${place}.bands`;
  const { bands } = level;
  const rows = useRows(list, bands, (next) => onChange({ ...level, bands: next }));
  return (
    <div className="flex flex-col gap-1.5" data-field={list}>
      {[...bands.entries()].map(([at, band]) => (
        <Row key={at} place={`${list}[${at}]`} name={`第 ${at + 1} 段`} onKeyDown={rows.onKeyDown(at)}>
          <div className="flex items-center gap-2 text-[13px]">
            <NumberCell
              {...{ place: `${list}[${at}].from`, label: '小计从', value: band.from }}
              onChange={(from) => rows.replace(at, { ...band, from })}
            />
            到
            <NumberCell
              {...{ place: `${list}[${at}].to`, label: '小计到', value: band.to, unit: '分' }}
              onChange={(to) => rows.replace(at, { ...band, to })}
            />
            是
            <NumberCell
              {...{ place: `${list}[${at}].level`, label: '级', value: band.level, unit: '级' }}
              onChange={(next) => rows.replace(at, { ...band, level: next })}
            />
            <RowTools
              {...{ name: `第 ${at + 1} 段`, index: at, count: bands.length, min: 1 }}
              onMove={rows.move}
              onRemove={() => rows.remove(at)}
            />
          </div>
          <Problems places={['from', 'to', 'level', ''].map((key) => `${list}[${at}]${key && `.${key}`}`)} />
        </Row>
      ))}
      <Problems places={[list]} />
      <div>
        <AddRow
          {...{ place: list, label: '添加一段' }}
          onAdd={() => rows.add({ level: bands.length, from: null, to: null })}
        />
      </div>
    </div>
  );
}

function WorstMap({ level, place, onChange }: { level: ByWorst; place: string; onChange: (level: ByWorst) => void }) {
  const { draft } = useEditing();
  const codes = draft.parts?.find(({ code }) => code === level.part)?.items ?? [];
  return (
    <div className="flex flex-col gap-2 text-[13px]">
      {draft.items
        .filter(({ code }) => codes.includes(code))
        .map(({ code, label, options }) => (
          <div key={code} className="flex flex-col gap-1" data-field={`${place}.map.${code}`}>
            <strong>
              {code} {label}
            </strong>
            <span className="flex items-center flex-wrap gap-2">
              {[...options.entries()].map(([at, option]) => (
                <span key={option.code} className="inline-flex items-center gap-1">
                  {option.label || option.code}
                  <NumberCell
                    {...{ place: `${place}.map.${code}[${at}]`, label: `${label} ${option.label} 的级`, unit: '级' }}
                    value={level.map[code]?.[at] ?? null}
                    onChange={(next) => {
                      const list = options.map((_, other) => level.map[code]?.[other] ?? null);
                      onChange({ ...level, map: { ...level.map, [code]: replacedAt(list, at, next) } });
                    }}
                  />
                </span>
              ))}
            </span>
            <Problems places={[`${place}.map.${code}`, ...options.map((_, at) => `${place}.map.${code}[${at}]`)]} />
          </div>
        ))}
      <Problems places={[`${place}.map`]} />
    </div>
  );
}

/** Returns the first levels of a part, of two halves or of each option by its order. */
function newLevel(draft: Draft, part: string, way: Exclude<Way, 'none'>): DraftLevels {
  if (way === 'worst') {
    const codes = draft.parts?.find(({ code }) => code === part)?.items ?? [];
    const own = draft.items.filter(({ code }) => codes.includes(code));
    return {
      part,
      by: 'worst',
      map: Object.fromEntries(own.map(({ code, options }) => [code, options.map((_, at) => at)])),
    };
  }
  const { from, to } = partRange(draft, part);
  const middle = Math.floor((from + to) / 2);
  return {
    ...{ part, by: 'bands' },
    bands: [
      { level: 0, from: middle + 1, to },
      { level: 1, from, to: middle },
    ],
  };
}

/** How each part gets its level, for a matrix. */
export function LevelFields() {
  const { draft, change } = useEditing();
  const levels = draft.levels ?? [];
  const store = (next: readonly DraftLevels[]) =>
    change((former) => patched(former, { levels: next.length === 0 ? undefined : next }), 'step');
  if (!draft.parts) return <p className="text-[13px] text-text3">先在「部分」里把条目分成几部分。</p>;
  return draft.parts.map((part) => {
    const index = levels.findIndex((level) => level.part === part.code);
    const level = levels[index];
    const place = `levels[${index}]`;
    const { from, to } = partRange(draft, part.code);
    const choose = (way: Way) => {
      if (way === level?.by || (way === 'none' && !level)) return;
      if (way === 'none') return store(removedAt(levels, index));
      const next = newLevel(draft, part.code, way);
      store(level ? replacedAt(levels, index, next) : [...levels, next]);
    };
    return (
      <div
        key={part.code}
        className="flex flex-col gap-2 border border-line rounded-md p-3"
        {...(level && { 'data-field': place })}
      >
        <div className="flex items-center flex-wrap gap-3 text-[13px]">
          <strong>{part.label || part.code}</strong>
          <span className="text-text3">
            小计 {from}–{to}
          </span>
          <span className="ml-auto">
            <Segments label={`${part.label} 怎样分级`} segments={ways} value={level?.by ?? 'none'} onChange={choose} />
          </span>
        </div>
        {level?.by === 'bands' && (
          <LevelBands {...{ level, place }} onChange={(next) => store(replacedAt(levels, index, next))} />
        )}
        {level?.by === 'worst' && (
          <WorstMap {...{ level, place }} onChange={(next) => store(replacedAt(levels, index, next))} />
        )}
        {level && <Problems places={[place]} />}
      </div>
    );
  });
}
