import { freeCode } from '../draft/draft.ts';
import { AddRow } from './AddRow.tsx';
import { Problems, TextCell } from './fields.tsx';
import { Row } from './Row.tsx';
import { RowTools } from './RowTools.tsx';
import { useRows } from './useRows.ts';

interface Labelled {
  readonly code: string;
  readonly label: string;
}

interface Props {
  rows: readonly Labelled[];
  /** Place of the list. */
  place: string;
  title: string;
  /** Returns the name of the n-th row: 等级 2. */
  nameOf: (n: number) => string;
  /** Word of the label: 名称. */
  word: string;
  placeholder: string;
  addLabel: string;
  /** Fewest rows. */
  min?: number;
  onChange: (rows: readonly Labelled[], step?: 'step') => void;
  /** Called after a code was changed. */
  onRename?: (from: string, to: string) => void;
}

/** Rows of a label and a code: the options of a fact, the grades of a matrix. */
export function LabelRows({ rows: list, place, title, nameOf, word, placeholder, addLabel, min = 0, ...rest }: Props) {
  const { onChange, onRename } = rest;
  const rows = useRows(place, list, onChange);
  return (
    <div className="flex flex-col gap-1.5" data-field={place}>
      <span className="text-[13px] text-text2">{title}</span>
      {[...list.entries()].map(([at, row]) => {
        const name = nameOf(at + 1);
        return (
          <Row key={at} place={`${place}[${at}]`} name={name} onKeyDown={rows.onKeyDown(at)}>
            <div className="flex items-center gap-2">
              <TextCell
                {...{ place: `${place}[${at}].label`, label: `${name} ${word}`, value: row.label, placeholder }}
                onChange={(label) => rows.replace(at, { ...row, label })}
              />
              <TextCell
                {...{ place: `${place}[${at}].code`, label: `${name} 编码`, value: row.code }}
                {...{ className: 'scale-code', placeholder: '编码' }}
                onChange={(text) => {
                  const code = text.trim();
                  rows.replace(at, { ...row, code });
                  if (row.code !== '') onRename?.(row.code, code);
                }}
              />
              <RowTools
                {...{ name, index: at, count: list.length, min }}
                onMove={rows.move}
                onRemove={() => rows.remove(at)}
              />
            </div>
            <Problems places={['label', 'code', ''].map((key) => `${place}[${at}]${key && `.${key}`}`)} />
          </Row>
        );
      })}
      <Problems places={[place]} />
      <div>
        <AddRow
          {...{ place, label: addLabel }}
          onAdd={() => rows.add({ code: freeCode(list.map(({ code }) => code)), label: '' })}
        />
      </div>
    </div>
  );
}
