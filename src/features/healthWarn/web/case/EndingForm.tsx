import { useId } from 'react';
import { signTitle } from '#shared/health/rule/sentence.ts';
import { leastNote, type WarningResult, warningResults } from '../../contract.ts';
import { figuresOf, type Warning } from '../words.ts';

/** What closes a warning; held in memory alone, since its words are about health. */
export interface Ending {
  result: WarningResult | null;
  note: string;
  /** Closes the person's other warnings that the user has, too. */
  also: boolean;
  errors: Readonly<Record<string, string>>;
}

export const emptyEnding: Ending = { result: null, note: '', also: true, errors: {} };

/** Returns what is missing, by field. */
export function problemsOf({ result, note }: Ending): Record<string, string> {
  return {
    ...(result === null && { result: '请选择处理结果' }),
    ...([...note.trim()].length < leastNote && { note: `处理说明至少${leastNote}个字` }),
  };
}

interface Props {
  ending: Ending;
  also: readonly Warning[];
  onChange: (ending: Ending) => void;
}

export function EndingForm({ ending, also, onChange }: Props) {
  const id = useId();
  const { result, note, errors } = ending;
  const set = (patch: Partial<Ending>, field: string) => {
    const { [field]: _mended, ...rest } = errors;
    onChange({ ...ending, ...patch, errors: rest });
  };
  return (
    <section className="case-ending" aria-label="处理结果">
      <h2>
        处理结果 <span className="font-normal text-text2">结案时必填</span>
      </h2>
      <fieldset className="case-results grid" aria-label="处理结果" aria-describedby={`${id}-result`}>
        {(Object.keys(warningResults) as WarningResult[]).map((key) => (
          <button
            key={key}
            type="button"
            className="button"
            aria-pressed={key === result}
            onClick={() => set({ result: key }, 'result')}
          >
            {warningResults[key]}
          </button>
        ))}
      </fieldset>
      <Problem id={`${id}-result`} text={errors.result} />
      <textarea
        className="input w-full"
        aria-label="处理说明"
        aria-invalid={errors.note !== undefined}
        aria-describedby={`${id}-note`}
        placeholder="处理说明，至少 5 个字"
        rows={3}
        maxLength={500}
        value={note}
        onChange={(event) => set({ note: event.target.value }, 'note')}
      />
      <Problem id={`${id}-note`} text={errors.note} />
      {also.length > 0 && (
        <label className="flex items-center gap-2 text-[13px]">
          <input
            type="checkbox"
            checked={ending.also}
            onChange={(event) => set({ also: event.target.checked }, 'also')}
          />
          {also.map((row) => `${signTitle(row.metric)} ${figuresOf(row).value}`).join('、')} 一并结案
        </label>
      )}
    </section>
  );
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} role="alert" className="text-[13px] text-level1-text">
      {text}
    </p>
  );
}
