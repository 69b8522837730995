import type { DraftMatrix } from '../draft/draft.ts';
import { renameGrade } from '../draft/references.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems, SelectCell } from '../field/fields.tsx';
import { LabelRows } from '../field/LabelRows.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { WhenField } from '../rules/WhenField.tsx';
import { newWhen } from '../rules/whenKinds.ts';

interface Props {
  grade: DraftMatrix;
  onChange: (change: (grade: DraftMatrix) => DraftMatrix, step?: 'step') => void;
}

/** Grades of a matrix and the rows that give them: the first that holds. */
export function MatrixFields({ grade, onChange }: Props) {
  const { draft, change } = useEditing();
  const place = 'grade.rows';
  const rows = useRows(place, grade.rows, (next, step) => onChange((former) => ({ ...former, rows: next }), step));
  const options = grade.grades.map(({ code, label }) => ({ value: code, label: label || code }));
  return (
    <>
      <LabelRows
        {...{ rows: grade.grades, place: 'grade.grades', title: '等级（最好的在前）', addLabel: '添加等级', min: 1 }}
        {...{ nameOf: (n) => `等级 ${n}`, word: '名称', placeholder: '等级名称' }}
        onChange={(grades, step) => onChange((former) => ({ ...former, grades }), step)}
        onRename={(from, to) => change((former) => renameGrade(former, from, to))}
      />
      <div className="flex flex-col gap-3" data-field={place}>
        <span className="text-[13px] text-text2">
          从上往下，第一行成立的定等级；都不成立：需人工判定，由审核人填等级。
        </span>
        {[...grade.rows.entries()].map(([at, row]) => (
          <Row
            key={at}
            place={`${place}[${at}]`}
            name={`第 ${at + 1} 行`}
            className="flex flex-col gap-2 border border-line rounded-md p-3"
            onKeyDown={rows.onKeyDown(at)}
          >
            <div className="flex items-center gap-2 text-[13px]">
              定为
              <SelectCell
                {...{ place: `${place}[${at}].grade`, label: `第 ${at + 1} 行等级`, value: row.grade, options }}
                onChange={(code) => rows.replace(at, { ...row, grade: code })}
              />
              <span className="ml-auto">
                <RowTools
                  {...{ name: `第 ${at + 1} 行`, index: at, count: grade.rows.length, min: 1 }}
                  onMove={rows.move}
                  onCopy={() => rows.insert(at, row)}
                  onRemove={() => rows.remove(at)}
                />
              </span>
            </div>
            <WhenField
              {...{ when: row.when, place: `${place}[${at}].when` }}
              onChange={(when) => rows.replace(at, { ...row, when })}
            />
            <Problems places={[`${place}[${at}]`, `${place}[${at}].grade`]} />
          </Row>
        ))}
        <Problems places={[place]} />
        <div>
          <AddRow
            {...{ place, label: '添加一行' }}
            onAdd={() => rows.add({ grade: grade.grades.at(-1)?.code ?? '', when: newWhen('level', draft) })}
          />
        </div>
      </div>
    </>
  );
}
