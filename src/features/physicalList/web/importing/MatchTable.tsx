import { useState } from 'react';
import { missing } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { classes } from '#web/ui/classes.ts';
import type { CodeGroup, Codes, Headings } from './matching.ts';

const sources = { stored: '记住的', proposed: '建议', new: '新列' } as const;

interface ChoiceProps {
  heading: string;
  code: string | null;
  groups: readonly CodeGroup[];
  labelOf: (code: string) => string;
  isInvalid: boolean;
  onChange: (code: string | null) => void;
}

/** What a heading means. All choices are drawn once the control is used: a file may have 300 headings. */
function CodeChoice({ heading, code, groups, labelOf, isInvalid, onChange }: ChoiceProps) {
  const [isUsed, setUsed] = useState(false);
  return (
    <select
      className="exam-match-choice rounded-md border border-edge bg-container text-text"
      aria-label={`「${heading}」对应`}
      aria-invalid={isInvalid || undefined}
      value={code ?? ''}
      onFocus={() => setUsed(true)}
      onPointerDown={() => setUsed(true)}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">不导入</option>
      {isUsed
        ? groups.map(({ label, codes }) => (
            <optgroup key={label} label={label}>
              {codes.map((one) => (
                <option key={one.code} value={one.code}>
                  {one.label}
                </option>
              ))}
            </optgroup>
          ))
        : code !== null && <option value={code}>{labelOf(code)}</option>}
    </select>
  );
}

interface Props {
  headings: Headings['headings'];
  codes: Codes;
  groups: readonly CodeGroup[];
  labelOf: (code: string) => string;
  problems: ReadonlyMap<string, string>;
  onChange: (heading: string, code: string | null) => void;
}

/** The headings of a file with their first values, and what each means; those that nobody matched yet come first. */
export function MatchTable({ headings, codes, groups, labelOf, problems, onChange }: Props) {
  const order = ['new', 'proposed', 'stored'];
  const rows = headings.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  return (
    <div className="import-rows overflow-auto border border-line">
      <table className="sheet" aria-label="列的对应">
        <thead>
          <tr>
            {['文件里的列', '前几行的值', '对应', '来源'].map((title) => (
              <th key={title} scope="col" className="sticky top-0 z-1">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ heading, samples, source }) => {
            const problem = problems.get(heading);
            return (
              <tr key={heading} className={classes(problem && 'bg-level1-tint')}>
                <th scope="row" className="wrap-anywhere">
                  {heading}
                </th>
                <td className="text-text2 wrap-anywhere">{samples.join('、') || missing}</td>
                <td>
                  <CodeChoice
                    {...{ heading, groups, labelOf }}
                    code={codes[heading] ?? null}
                    isInvalid={problem !== undefined}
                    onChange={(code) => onChange(heading, code)}
                  />
                  {problem && (
                    <small role="alert" className="block text-xs text-level1-text">
                      {problem}
                    </small>
                  )}
                </td>
                <td>
                  <Badge
                    {...(source !== 'stored' && { tone: source === 'new' ? ('warn' as const) : ('info' as const) })}
                  >
                    {sources[source]}
                  </Badge>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
