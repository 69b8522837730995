import { type DraftMatrix, freeCode } from '../draft/draft.ts';
import { renameGrade } from '../draft/references.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems, SelectCell, TextCell } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { WhenField } from '../rules/WhenField.tsx';
import { newWhen } from '../rules/whenKinds.ts';

interface Props {
  grade: DraftMatrix;
  onChange: (change: (grade: DraftMatrix) => DraftMatrix, step?: 'step') => void;
}

function GradeRows({ grade: { grades }, onChange }: Props) {
  const { change } = useEditing();
  const place = 'grade.grades';
  const rows = useRows(place, grades, (next, step) => onChange((former) => ({ ...former, grades: next }), step));
  return (
    <div className="flex flex-col gap-1.5" data-field={place}>
      <span className="text-[13px] text-text2">等级（最好的在前）</span>
      {[...grades.entries()].map(([at, grade]) => (
        <Row key={at} place={`${place}[${at}]`} name={`等级 ${at + 1}`} onKeyDown={rows.onKeyDown(at)}>
          <div className="flex items-center gap-2">
            <TextCell
              {...{
                place: `${place}[${at}].label`,
                label: `等级 ${at + 1} 名称`,
                value: grade.label,
                placeholder: '等级名称',
              }}
              onChange={(label) => rows.replace(at, { ...grade, label })}
            />
            <TextCell
              {...{
                place: `${place}[${at}].code`,
                label: `等级 ${at + 1} 编码`,
                value: grade.code,
                className: 'scale-code',
              }}
              onChange={(text) => {
                const code = text.trim();
                rows.replace(at, { ...grade, code });
                if (grade.code !== '') change((draft) => renameGrade(draft, grade.code, code));
              }}
            />
            <RowTools
              {...{ name: `等级 ${at + 1}`, index: at, count: grades.length, min: 1 }}
              onMove={rows.move}
              onRemove={() => rows.remove(at)}
            />
          </div>
          <Problems places={['label', 'code', ''].map((key) => `${place}[${at}]${key && `.${key}`}`)} />
        </Row>
      ))}
      <Problems places={[place]} />
      <div>
        <AddRow
          {...{ place, label: '添加等级' }}
          onAdd={() => rows.add({ code: freeCode(grades.map(({ code }) => code)), label: '' })}
        />
      </div>
    </div>
  );
}

/** Grades of a matrix and the rows that give them: the first that holds. */
export function MatrixFields({ grade, onChange }: Props) {
  const { draft } = useEditing();
  const place = 'grade.rows';
  const rows = useRows(place, grade.rows, (next, step) => onChange((former) => ({ ...former, rows: next }), step));
  const options = grade.grades.map(({ code, label }) => ({ value: code, label: label || code }));
  return (
    <>
      <GradeRows {...{ grade, onChange }} />
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
