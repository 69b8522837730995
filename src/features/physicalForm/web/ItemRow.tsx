import { useId } from 'react';
import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import { Spark } from '#web/chart/Spark.tsx';
import { missing } from '#web/data/format.ts';
import { classes } from '#web/ui/classes.ts';
import type { Entered } from './entry/entered.ts';
import { type Row, resultWords } from './entry/rows.ts';
import { FlagMark } from './FlagMark.tsx';
import { ItemControl } from './ItemControl.tsx';
import type { FormerPhysical } from './record.ts';

export interface RowActions {
  type: (item: PhysicalItem, entered: Entered) => void;
  choose: (item: PhysicalItem, entered: Entered) => void;
  leave: (row: Row) => void;
}

interface Props extends RowActions {
  row: Row;
  /** Older examinations, newest first. */
  before: readonly FormerPhysical[];
  editable: boolean;
  isFocused: boolean;
  /** Without it the examination is not submitted. */
  isNeeded: boolean;
  /** Why the server refused the input. */
  refusal: string | undefined;
  /** Its value waits for an answer that did not come. */
  isUnsaved: boolean;
}

/** Examinations of the curve, this one included. */
const curveYears = 4;

const former = (before: readonly FormerPhysical[], code: string) =>
  before.map(({ items }) => items.find((item) => item.code === code));

/** Course of a number over up to four examinations; nothing with fewer than two values. */
function Course({ row, before }: Pick<Props, 'row' | 'before'>) {
  const older = former(before.slice(0, curveYears - 1), row.item.code).map((item) => item?.value ?? null);
  const values = [...older.toReversed(), row.value];
  if (values.filter((value) => value !== null).length < 2) return null;
  const { low, high } = row.limits;
  return (
    <Spark values={values} width={64} height={20} {...(low !== null && { low })} {...(high !== null && { high })} />
  );
}

function Flag({ row }: { row: Row }) {
  if (row.isEmpty || row.problem !== undefined) return null;
  // An item without an abnormal option is judged by nobody.
  const isJudged = row.item.form !== 'choice' || row.item.options?.some(({ abnormal }) => abnormal);
  if (row.flag !== 'none' && isJudged) return <FlagMark flag={row.flag} />;
  if (row.value !== null && row.item.ranges) return <FlagMark flag="none" />;
  return <span className="text-text3">{missing}</span>;
}

/** The last result and the course; words take the room of both. */
function FormerCells({ row, before }: Pick<Props, 'row' | 'before'>) {
  const { item } = row;
  const last = before[0] && former([before[0]], item.code)[0];
  const text = resultWords(item, last);
  if (item.form !== 'number')
    return (
      <td className="exam-last text-right text-text2 truncate" colSpan={2} title={text || undefined}>
        {text || missing}
      </td>
    );
  return (
    <>
      <td className="exam-last text-right text-text2">{text || missing}</td>
      <td className="max-md:hidden">
        <Course row={row} before={before} />
      </td>
    </>
  );
}

type FieldProps = Pick<Props, 'row' | 'editable' | 'isUnsaved' | 'type' | 'choose' | 'leave'> & {
  /** Id of the text that says why the input is refused; undefined where it is not. */
  refusedBy: string | undefined;
};

/** The control, and whether its value waits. */
function Field({ row, editable, isUnsaved, refusedBy, type, choose, leave }: FieldProps) {
  return (
    <>
      <ItemControl
        {...{ row, editable }}
        isInvalid={refusedBy !== undefined}
        describedBy={refusedBy}
        onType={(entered) => type(row.item, entered)}
        onChoose={(entered) => choose(row.item, entered)}
        onLeave={() => leave(row)}
      />
      {isUnsaved && (
        <small role="status" className="block text-xs text-level1-text">
          还没有存，会再试
        </small>
      )}
    </>
  );
}

/** Result of an item with its unit, its reference, its flag, the last result and its course. */
export function ItemRow({ row, before, isFocused, isNeeded, refusal, ...props }: Props) {
  const { item } = row;
  const id = useId();
  const problem = refusal ?? (isFocused ? undefined : row.problem);
  const field = <Field {...props} row={row} refusedBy={problem === undefined ? undefined : id} />;
  const why = problem !== undefined && (
    <small id={id} role="alert" className="text-xs text-level1-text">
      {problem}
    </small>
  );
  return (
    <tr className={classes(isFocused && 'bg-primary-bg')} data-item={item.code}>
      <th scope="row">
        {item.label}
        {item.unit && <small className="font-normal text-text2 md:hidden"> {item.unit}</small>}
        {isNeeded && (
          <span className="text-level1-text" title="提交前必填">
            {' '}
            *
          </span>
        )}
      </th>
      {item.form === 'number' ? (
        <td className="exam-result">{field}</td>
      ) : (
        <td className="exam-result wide" colSpan={3}>
          {field}
          {why}
        </td>
      )}
      {item.form === 'number' && why ? (
        // In place of unit, reference and flag: the row stays as high as it was.
        <td className="exam-range" colSpan={3}>
          {why}
        </td>
      ) : (
        <>
          {item.form === 'number' && (
            <>
              <td className="text-text2 max-md:hidden">{item.unit}</td>
              <td className="exam-range text-text2">{row.range}</td>
            </>
          )}
          <td className="exam-flag">
            <Flag row={row} />
          </td>
        </>
      )}
      <FormerCells row={row} before={before} />
    </tr>
  );
}
