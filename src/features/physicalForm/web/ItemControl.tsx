import { missing } from '#web/data/format.ts';
import { classes } from '#web/ui/classes.ts';
import { type Entered, nothing, toggledOption } from './entry/entered.ts';
import { isAbnormal, type Row, resultOf, resultWords } from './entry/rows.ts';

interface Props {
  row: Row;
  editable: boolean;
  isInvalid: boolean;
  /** Id of the text that says why the input is refused. */
  describedBy: string | undefined;
  onType: (entered: Entered) => void;
  /** Changes and saves at once: a choice. */
  onChoose: (entered: Entered) => void;
  onLeave: () => void;
}

const shownText = ({ text, absent }: Entered) => (absent ? '无' : text);

/** Returns the entry for a typed text; a lone 「无」 is no result. */
const typedText = (entered: Entered, text: string): Entered =>
  text.trim() === '无' ? { ...nothing, absent: true } : { ...entered, text, absent: false };

/** Classes of the box: what is empty is dashed, what is abnormal has a ground. */
const boxLook = (row: Row) =>
  classes(
    'exam-box',
    row.isEmpty && 'empty',
    !row.isEmpty && isAbnormal(row) && 'abnormal',
    row.entered.absent && 'absent',
  );

function Line({ row, editable, isInvalid, describedBy, onType, onLeave }: Props) {
  const { item, entered } = row;
  return (
    <input
      className={classes(
        boxLook(row),
        item.form === 'number'
          ? 'w-22 px-2 text-right max-md:w-32'
          : 'w-full max-w-70 px-2 text-left max-md:max-w-none',
      )}
      data-code={item.code}
      data-kind={item.form}
      aria-label={item.unit ? `${item.label}（${item.unit}）` : item.label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      inputMode={item.form === 'number' ? 'decimal' : 'text'}
      maxLength={item.form === 'number' ? 24 : 500}
      autoComplete="off"
      placeholder={editable && !item.computed ? '未填' : missing}
      readOnly={!editable || item.computed !== undefined}
      tabIndex={item.computed ? -1 : undefined}
      value={shownText(entered)}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => onType(typedText(entered, target.value))}
      onBlur={onLeave}
    />
  );
}

/** One of the options, chosen by its number or by the arrow keys. */
function One({ row, isInvalid, describedBy, onChoose }: Props) {
  const { item, entered } = row;
  const options = item.options ?? [];
  return (
    <select
      className={classes(boxLook(row), 'w-44 px-1')}
      data-code={item.code}
      data-kind="choice"
      aria-label={item.label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      value={entered.absent ? '—' : entered.text}
      onChange={({ target: { value } }) =>
        onChoose(value === '—' ? { ...nothing, absent: true } : { ...entered, text: value, absent: false })
      }
    >
      <option value="">未填</option>
      {options.map(({ code, label }, index) => (
        <option key={code} value={code}>
          {index + 1} {label}
        </option>
      ))}
      {(entered.absent || !options.some(({ code }) => code === 'none')) && <option value="—">0 无（未查）</option>}
    </select>
  );
}

/** Several options as switches that share one line of keys: arrows move, space chooses. */
function Several({ row, describedBy, onChoose }: Props) {
  const { item, entered } = row;
  const chosen = entered.text.split(',');
  return (
    <fieldset className={'flex flex-wrap w-full gap-x-2.5 gap-y-0.5 py-0.5'} aria-describedby={describedBy}>
      <legend className="sr-only">{item.label}</legend>
      {item.options?.map(({ code, label, abnormal }, index) => (
        <label
          key={code}
          className={classes(
            'inline-flex items-center gap-1 min-h-6 max-md:min-h-11',
            abnormal && chosen.includes(code) && 'text-level2-text font-bold',
          )}
        >
          <input
            type="checkbox"
            data-kind="several"
            {...(index === 0 && { 'data-code': item.code })}
            checked={chosen.includes(code)}
            onChange={() => onChoose({ ...entered, absent: false, text: toggledOption(item, entered.text, code) })}
          />
          {label}
        </label>
      ))}
      {entered.absent && <span className="text-text2">无（未查）</span>}
    </fieldset>
  );
}

function Note({ row: { item, entered }, onType, onLeave }: Props) {
  if (!item.note) return null;
  return (
    <input
      className={classes('exam-box flex-1 min-w-20 px-2 text-left', entered.note === '' && 'empty')}
      aria-label={`${item.label}说明`}
      placeholder="说明"
      maxLength={500}
      autoComplete="off"
      value={entered.note}
      onChange={({ target }) => onType({ ...entered, note: target.value, absent: false })}
      onBlur={onLeave}
    />
  );
}

/** Words or options that nobody changes any more, as a text. */
function Shown({ row }: Pick<Props, 'row'>) {
  const { item, isEmpty } = row;
  const look = !isEmpty && isAbnormal(row) ? 'text-level2-text font-bold' : isEmpty && 'text-text3';
  return (
    <span tabIndex={-1} data-code={item.code} className={classes('block px-2 py-0.5 wrap-anywhere', look)}>
      {resultWords(item, resultOf(row)) || missing}
    </span>
  );
}

/** Field of one item by its form: a number, words, an option or several, with words beside the options. */
export function ItemControl(props: Props) {
  const { item } = props.row;
  if (!props.editable && item.form !== 'number') return <Shown row={props.row} />;
  if (item.form !== 'choice') return <Line {...props} />;
  return (
    <span className="flex flex-wrap gap-1">
      {item.many ? <Several {...props} /> : <One {...props} />}
      <Note {...props} />
    </span>
  );
}
