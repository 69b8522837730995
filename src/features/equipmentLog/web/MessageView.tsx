import { type Dispatch, type KeyboardEvent, type ReactNode, type SetStateAction, useMemo, useState } from 'react';
import { can } from '#web/api/session.ts';
import { bytesOf, hexOf, textOf } from '#web/data/bytes.ts';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { isText, type Piece, pieces, type Span } from './bytes.ts';
import { type FieldLine, fieldLines, type StoredText, storedText } from './fields.ts';

interface Props {
  /** Hex. */
  raw: string;
  spans: readonly Span[];
  decoded: Readonly<Record<string, unknown>> | null;
  /** Health values are covered. */
  covered?: boolean;
  /** Stored values of the fields, to compare with the current decoding. */
  stored?: Readonly<Record<string, number | string | null>>;
  /** Content after 复制. */
  children?: ReactNode;
}

const forms = [
  { key: 'both', label: '对照' },
  { key: 'text', label: '文本' },
  { key: 'hex', label: 'HEX' },
  { key: 'json', label: 'JSON' },
] as const;
type Form = (typeof forms)[number]['key'];

type Light = Dispatch<SetStateAction<string | null>>;

/** Highlight of one field in both views, by mouse and keyboard: the pointed field wins over the focused one. */
interface Lit {
  field: string | null;
  point: Light;
  focus: Light;
}

/** Shows the bytes of a message next to the decoded fields: a pointed field is highlighted in both (picture 07b). */
export function MessageView({ raw, spans, decoded, covered, stored, children }: Props) {
  const [form, setForm] = useState<Form>('both');
  const [pointed, point] = useState<string | null>(null);
  const [focused, focus] = useState<string | null>(null);
  const lit = { field: pointed ?? focused, point, focus };
  const bytes = useMemo(() => bytesOf(raw), [raw]);
  const cut = useMemo(() => pieces(bytes, spans), [bytes, spans]);
  const lines = useMemo(() => (decoded ? fieldLines(decoded) : []), [decoded]);
  const storedTexts = useMemo(
    () => (stored && decoded && form === 'both' ? storedText(stored, decoded) : undefined),
    [stored, decoded, form],
  );
  const written = form === 'hex' || (form === 'both' && !isText(bytes)) ? hexOf : textOf;
  const fullText = form === 'json' ? JSON.stringify(decoded, null, 2) : written(bytes);
  return (
    <div className="message-view flex flex-col gap-3">
      <div className="flex items-center justify-between flex-wrap gap-2">
        <Segments label="原文的写法" segments={forms} value={form} onChange={setForm} />
        <span className="inline-flex items-center gap-2">
          <CopyButton text={fullText} label="复制" />
          {children}
        </span>
      </div>
      {covered && (
        <p className="text-xs text-text3">
          {can('archive:list')
            ? '健康数值已遮盖：点开这一条查看，查看会留下记录。'
            : '健康数值已遮盖：查看需要健康档案的权限。'}
        </p>
      )}
      {form === 'json' ? (
        <pre className="message-bytes mono p-3 rounded-md border border-border text-xs bg-s2 overflow-auto">
          {fullText}
        </pre>
      ) : (
        <Bytes cut={cut} written={written} lit={lit} />
      )}
      {lines.length > 0 && <Fields lines={lines} cut={cut} lit={lit} storedTexts={storedTexts} />}
      {storedTexts && <Compared lines={lines} storedTexts={storedTexts} />}
      {lines.length > 0 && spans.length === 0 && (
        <p className="text-xs text-text3">这条消息的字段没有对应的字节位置。</p>
      )}
    </div>
  );
}

/** Returns the part of `count` to which a key moves from `index`; undefined for other keys. */
function partAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(index - 1, 0);
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined;
}

/** Shows the bytes as one tab stop; arrow keys move between the parts. */
function Bytes({ cut, written, lit }: { cut: readonly Piece[]; written: (bytes: Uint8Array) => string; lit: Lit }) {
  const [stop, setStop] = useState<number>();
  if (cut.length === 0) return <p className="text-text3">没有可以显示的原文</p>;
  const parts = cut.filter(({ field }) => field !== null);
  const currentStop = parts.some(({ from }) => from === stop) ? stop : parts[0]?.from;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const index = parts.findIndex(({ from }) => from === currentStop);
    const to = partAfter(event.key, index, parts.length);
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
  };
  return (
    <div
      className="message-bytes mono p-3 rounded-md border border-border text-[13px] bg-s2 wrap-anywhere"
      role="listbox"
      aria-label="原文"
      tabIndex={-1}
      onKeyDown={move}
    >
      {cut.map(({ from, field, bytes }) =>
        field === null ? (
          <span key={from}>{written(bytes)}</span>
        ) : (
          <span
            key={from}
            role="option"
            aria-selected={field === lit.field}
            data-field={field}
            data-lit={field === lit.field || undefined}
            tabIndex={from === currentStop ? 0 : -1}
            {...lighting(field, lit, () => setStop(from))}
          >
            {written(bytes)}
          </span>
        ),
      )}
    </div>
  );
}

/**
 * Returns the highlight handlers. Uses mousemove, so that content scrolling under a resting pointer changes nothing.
 */
function lighting(field: string, { point, focus }: Lit, focused?: () => void) {
  const unlessOther = (now: string | null) => (now === field ? null : now);
  const onFocus = () => {
    point(null);
    focus(field);
    focused?.();
  };
  return {
    onMouseMove: () => point(field),
    onMouseLeave: () => point(unlessOther),
    onFocus,
    onBlur: () => focus(unlessOther),
  };
}

/** Returns whether the stored value of the line's field differs from the current one. */
const differs = ({ field, value }: FieldLine, storedTexts: StoredText) =>
  storedTexts.has(field) && storedTexts.get(field) !== value;

/** Counts the fields with equal stored and current values. */
function Compared({ lines, storedTexts }: { lines: readonly FieldLine[]; storedTexts: StoredText }) {
  const compared = lines.filter(({ field }) => storedTexts.has(field));
  const changed = compared.filter((line) => differs(line, storedTexts)).length;
  if (compared.length === 0) return null;
  return (
    <p className="text-xs text-text2" role="status">
      与已存对照：
      {changed === 0 ? `${compared.length} 项一致` : <b className="text-level2-text">{changed} 项与现在的解析不同</b>}
    </p>
  );
}

interface FieldsProps {
  lines: readonly FieldLine[];
  cut: readonly Piece[];
  lit: Lit;
  storedTexts: StoredText | undefined;
}

function Fields({ lines, cut, lit, storedTexts }: FieldsProps) {
  const rawOf = (field: string) =>
    cut.flatMap((piece) => (piece.field === field ? [textOf(piece.bytes)] : [])).join(' … ');
  return (
    <table className="sheet message-fields" aria-label="解析结果">
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">解析值</th>
          <th scope="col">原文</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { field, label, value, alarm } = line;
          return (
            <tr
              key={`${field}${value}`}
              data-field={field}
              data-lit={field === lit.field || undefined}
              tabIndex={rawOf(field) === '' ? undefined : 0}
              {...lighting(field, lit)}
            >
              <th scope="row">{label}</th>
              <td className={alarm ? 'text-level1-text font-bold' : 'wrap-anywhere'}>
                {value}
                {storedTexts && differs(line, storedTexts) && (
                  <small className="block text-level2-text">
                    {storedTexts.get(field) === undefined ? '没有存下' : `已存 ${storedTexts.get(field)}`}
                  </small>
                )}
              </td>
              <td className="mono truncate message-raw" title={rawOf(field)}>
                {rawOf(field)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
