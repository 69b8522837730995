import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { archiveLink } from './archiveLink.ts';
import { codeIn, isCounted } from './codes.ts';
import type { FactProps } from './FactField.tsx';

/** Diagnoses: those of the archive, to be taken out or back; further codes are typed. */
export function CodesFact({ form, fact: { key, label } }: FactProps) {
  const { facts, edits, setFact, assessment, scale } = form;
  const { proposed, conditions } = assessment.person;
  const chosen = listOf(facts[key]);
  const all = [...new Set([...listOf(proposed[key]), ...chosen])].toSorted();
  const counted = all.filter((code) => isCounted(scale.rules ?? [], key, code));
  const others = all.filter((code) => !counted.includes(code));
  const conditionOf = (code: string) => conditions.find((each) => each.code === code);
  const toggle = (code: string) =>
    setFact(key, chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code]);
  return (
    <fieldset disabled={!edits} aria-label={label}>
      {counted.length === 0 && (
        <p className="flex justify-between gap-2 text-[13px]">
          {label}
          <span className="text-text2">没有会改变等级的诊断</span>
        </p>
      )}
      {counted.map((code) => {
        const condition = conditionOf(code);
        const source = [
          condition?.since && `${condition.since} 确诊`,
          condition?.hospital,
          condition ? '档案' : '手工加入',
        ];
        return (
          <button
            key={code}
            type="button"
            className="assess-code"
            aria-pressed={chosen.includes(code)}
            title={chosen.includes(code) ? '点一下：不作为依据' : '点一下：作为依据'}
            onClick={() => toggle(code)}
          >
            <span className="min-w-0">
              <b>{condition?.name ?? label}</b> <small className="text-text3">{code}</small>
              <small className="block text-text3">{source.filter(Boolean).join(' · ')}</small>
            </span>
            {chosen.includes(code) ? (
              <Check size={16} className="ml-auto text-success" aria-label="作为依据" />
            ) : (
              <small className="ml-auto whitespace-nowrap text-text3">不作依据</small>
            )}
          </button>
        );
      })}
      {others.length > 0 && (
        <p className="text-xs text-text3">
          另有 {others.length} 个诊断不影响等级：{others.map((code) => conditionOf(code)?.name ?? code).join('、')}
        </p>
      )}
      {edits && (
        <p className="flex items-center justify-between gap-2">
          <AddCode onAdd={(code) => setFact(key, [...new Set([...chosen, code])])} />
          <a className="text-xs" href={archiveLink(assessment.customerId, 'condition')}>
            去档案改
          </a>
        </p>
      )}
    </fieldset>
  );
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** Moves the focus into the field that replaces the button. */
const focus = (field: HTMLInputElement | null) => field?.focus();

function AddCode({ onAdd }: { onAdd: (code: string) => void }) {
  const [text, setText] = useState<string>();
  const [wrong, setWrong] = useState(false);
  if (text === undefined)
    return (
      <Button kind="link" className="text-xs" onClick={() => setText('')}>
        <Plus size={12} aria-hidden="true" /> 加诊断代码
      </Button>
    );
  const add = () => {
    const code = codeIn(text);
    setWrong(code === undefined);
    if (code === undefined) return;
    onAdd(code);
    setText(undefined);
  };
  return (
    <form
      className="flex flex-wrap items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        ref={focus}
        className="assess-input w-24"
        aria-label="ICD-10 代码"
        aria-invalid={wrong || undefined}
        placeholder="如 F01"
        maxLength={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setText(undefined)}
      />
      <Button small onClick={add}>
        加入
      </Button>
      {wrong && (
        <span className="text-xs text-level1-text" role="alert">
          请输入 ICD-10 代码，如 F01 或 F01.9
        </span>
      )}
    </form>
  );
}
