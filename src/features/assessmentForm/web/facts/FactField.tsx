import { Minus, Plus } from 'lucide-react';
import type { ScaleFact } from '#shared/scale/definition.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ClashNotice } from '../save/ClashNotice.tsx';
import type { Form } from '../useForm.ts';
import { CodesFact } from './CodesFact.tsx';

export interface FactProps {
  form: Form;
  fact: ScaleFact;
}

/** A fact of the assessment; its kind decides how it is entered. */
export function FactField({ form, fact }: FactProps) {
  const Input = inputs[fact.kind];
  return (
    <div className="assess-fact" data-fact={fact.key}>
      <ClashNotice form={form} place={`facts.${fact.key}`} />
      <Input form={form} fact={fact} />
    </div>
  );
}

const inputs = {
  codes: CodesFact,
  counts: CountsFact,
  flag: FlagFact,
  number: NumberFact,
  choice: ChoiceFact,
  choices: ChoicesFact,
};

const flags = [
  { key: 'yes', label: '有' },
  { key: 'no', label: '无' },
] as const;

function FlagFact({ form: { facts, edits, setFact }, fact: { key, label } }: FactProps) {
  const value = facts[key];
  return (
    <fieldset className="flex items-center justify-between gap-3" disabled={!edits}>
      <span className="text-[13px]">{label}</span>
      <Segments<'yes' | 'no' | ''>
        label={label}
        segments={flags}
        value={value === true ? 'yes' : value === false ? 'no' : ''}
        onChange={(next) => setFact(key, next === 'yes')}
      />
    </fieldset>
  );
}

/** Highest number that a stepper offers. */
const maxCount = 99;

function CountsFact({ form: { facts, edits, setFact }, fact: { key, label, options = [] } }: FactProps) {
  const counts = (facts[key] ?? {}) as Readonly<Record<string, number>>;
  const total = options.reduce((sum, { code }) => sum + (counts[code] ?? 0), 0);
  const set = (code: string, count: number) =>
    setFact(key, { ...counts, [code]: Math.min(maxCount, Math.max(0, count)) });
  return (
    <fieldset disabled={!edits} aria-label={label}>
      <p className="flex items-center justify-between gap-3 text-[13px]">
        {label} <b>共 {total} 次</b>
      </p>
      <ul className="assess-counts">
        {options.map(({ code, label: name }) => {
          const count = counts[code] ?? 0;
          return (
            <li key={code} className="flex items-center justify-between gap-3 text-[13px] text-text2">
              {name}
              <span className="assess-stepper">
                <button
                  type="button"
                  aria-label={`${name} 减一次`}
                  disabled={count === 0}
                  onClick={() => set(code, count - 1)}
                >
                  <Minus size={14} aria-hidden="true" />
                </button>
                <output aria-label={`${name} ${count} 次`}>{count}</output>
                <button type="button" aria-label={`${name} 加一次`} onClick={() => set(code, count + 1)}>
                  <Plus size={14} aria-hidden="true" />
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function NumberFact({ form: { facts, edits, setFact }, fact: { key, label } }: FactProps) {
  const value = facts[key];
  return (
    <label className="flex items-center justify-between gap-3 text-[13px]">
      {label}
      <input
        className="assess-input w-24 text-right"
        type="number"
        step="any"
        readOnly={!edits}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => setFact(key, Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
      />
    </label>
  );
}

function ChoiceFact({ form: { facts, edits, setFact }, fact: { key, label, options = [] } }: FactProps) {
  return (
    <fieldset className="assess-choices" aria-label={label} disabled={!edits}>
      <span className="text-[13px]">{label}</span>
      <span className="choice flex flex-wrap gap-1.5">
        {options.map(({ code, label: name }) => (
          <button
            key={code}
            type="button"
            className="assess-choice text-[13px]"
            aria-pressed={facts[key] === code}
            onClick={() => setFact(key, facts[key] === code ? null : code)}
          >
            {name}
          </button>
        ))}
      </span>
    </fieldset>
  );
}

/** Whether an option excludes the others: 无, 无缺损; not 无创呼吸机. */
const isNone = ({ code, label }: { code: string; label: string }) =>
  label === '无' || (/^(?:0|none)$/.test(code) && /^(?:无|没有)/.test(label));

function ChoicesFact({ form: { facts, edits, setFact }, fact: { key, label, options = [] } }: FactProps) {
  const chosen = Array.isArray(facts[key]) ? (facts[key] as readonly string[]) : [];
  const none = options.filter(isNone).map(({ code }) => code);
  const toggle = (option: { code: string; label: string }) => {
    const { code } = option;
    if (chosen.includes(code)) {
      const rest = chosen.filter((each) => each !== code);
      return setFact(key, rest.length > 0 ? rest : null);
    }
    setFact(key, isNone(option) ? [code] : [...chosen.filter((each) => !none.includes(each)), code]);
  };
  return (
    <fieldset className="assess-choices" aria-label={label} disabled={!edits}>
      <span className="text-[13px]">
        {label} <small className="text-xs text-text3">可多选</small>
      </span>
      <span className="choice flex flex-wrap gap-1.5">
        {options.map((option) => (
          <button
            key={option.code}
            type="button"
            className="assess-choice text-[13px]"
            aria-pressed={chosen.includes(option.code)}
            onClick={() => toggle(option)}
          >
            {option.label}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
