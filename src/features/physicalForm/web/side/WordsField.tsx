import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { ExamForm } from '../useExamForm.ts';
import { type Findings, offeredPhrases, withPhrase } from './phrases.ts';

interface Props {
  form: ExamForm;
  fact: 'conclusion' | 'advice';
  label: string;
  phrases: Parameters<typeof offeredPhrases>[0];
  findings: Findings;
}

const maxWords = 2000;
/** Phrases before 更多短语. */
const firstPhrases = 3;

/** Conclusion or advice with the phrases of the house; saved when it is left. */
export function WordsField({ form, fact, label, phrases, findings }: Props) {
  const { entry, editable } = form;
  const id = useId();
  const text = entry.facts[fact] ?? '';
  const [isOpen, setOpen] = useState(false);
  const offered = offeredPhrases(phrases, findings, text);
  const shown = isOpen ? offered : offered.slice(0, firstPhrases);
  if (!editable)
    return (
      <section>
        <h2 className="mb-1 text-[13px] leading-5">{label}</h2>
        <p className="text-[13px] wrap-anywhere whitespace-pre-wrap">
          {text || <span className="text-text2">没有填写</span>}
        </p>
      </section>
    );
  return (
    <section>
      <h2 className="mb-1 text-[13px] leading-5">
        <label htmlFor={id}>{label}</label>
      </h2>
      <textarea
        id={id}
        data-code={fact}
        className="block min-h-13 field-sizing-content w-full border border-edge rounded-md bg-container text-text text-[13px] px-2.5 py-1.5"
        rows={2}
        maxLength={maxWords}
        value={text}
        onChange={({ target }) => entry.typeFact(fact, target.value.trim() === '' ? null : target.value)}
        onBlur={() => entry.leaveFact(fact)}
      />
      {offered.length > 0 && (
        <p className="flex flex-wrap gap-1.5 mt-1.5">
          {shown.map((phrase) => (
            <button
              key={phrase}
              type="button"
              className="exam-phrase inline-flex items-center gap-0.5 rounded-sm text-xs"
              onClick={() => entry.storeFact(fact, withPhrase(text, phrase))}
            >
              <Plus size={12} aria-hidden /> {phrase}
            </button>
          ))}
          {offered.length > firstPhrases && (
            <Button kind="link" className="text-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? '收起' : '更多短语'}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}
