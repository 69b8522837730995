import { type DraftBands, freeCode } from '../draft/draft.ts';
import { renameGrade } from '../draft/references.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { NumberCell, Problems, TextCell } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';

type Band = DraftBands['bands'][number];

interface Props {
  bands: readonly Band[];
  place: string;
  onChange: (bands: readonly Band[], step?: 'step') => void;
}

/** Returns a band at the end: what is left below the last, or above it. */
function nextBand(bands: readonly Band[], range: { from: number; to: number }): Band {
  const ends = bands.flatMap(({ from, to }) => [from ?? 0, to ?? 0]);
  const [low, high] = [Math.min(range.to + 1, ...ends), Math.max(range.from - 1, ...ends)];
  const free =
    low > range.from ? { from: range.from, to: low - 1 } : { from: Math.min(high + 1, range.to), to: range.to };
  return { code: freeCode(bands.map(({ code }) => code)), label: '', ...free };
}

/** Bands of a set, the best first: from, to, words and code of each grade. */
export function BandRows({ bands, place, onChange, range }: Props & { range: { from: number; to: number } }) {
  const { change } = useEditing();
  const rows = useRows(place, bands, onChange);
  const rename = (index: number, band: Band, code: string) => {
    rows.replace(index, { ...band, code });
    const isShared = bands.some((other, at) => at !== index && other.code === band.code);
    if (band.code !== '' && !isShared) change((draft) => renameGrade(draft, band.code, code));
  };
  return (
    <div className="flex flex-col gap-1.5" data-field={place}>
      {[...bands.entries()].map(([at, band]) => (
        <Row key={at} place={`${place}[${at}]`} name={`等级 ${at + 1}`} onKeyDown={rows.onKeyDown(at)}>
          <div className="flex items-center gap-2 text-[13px] max-md:flex-wrap">
            <NumberCell
              {...{ place: `${place}[${at}].from`, label: `等级 ${at + 1} 从`, value: band.from }}
              onChange={(from) => rows.replace(at, { ...band, from })}
            />
            到
            <NumberCell
              {...{ place: `${place}[${at}].to`, label: `等级 ${at + 1} 到`, value: band.to, unit: '分' }}
              onChange={(to) => rows.replace(at, { ...band, to })}
            />
            <TextCell
              {...{
                place: `${place}[${at}].label`,
                label: `等级 ${at + 1} 名称`,
                value: band.label,
                placeholder: '等级名称',
              }}
              {...{ className: 'scale-words flex-1' }}
              onChange={(label) => rows.replace(at, { ...band, label })}
            />
            <TextCell
              {...{
                place: `${place}[${at}].code`,
                label: `等级 ${at + 1} 编码`,
                value: band.code,
                className: 'scale-code',
              }}
              onChange={(code) => rename(at, band, code.trim())}
            />
            <RowTools
              {...{ name: `等级 ${at + 1}`, index: at, count: bands.length, min: 1 }}
              onMove={rows.move}
              onRemove={() => rows.remove(at)}
            />
          </div>
          <Problems places={['from', 'to', 'label', 'code', ''].map((key) => `${place}[${at}]${key && `.${key}`}`)} />
        </Row>
      ))}
      <Problems places={[place]} />
      <div>
        <AddRow {...{ place, label: '添加等级' }} onAdd={() => rows.add(nextBand(bands, range))} />
      </div>
    </div>
  );
}
