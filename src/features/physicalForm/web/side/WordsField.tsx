import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { ExamForm } from '../useExamForm.ts';
import { offeredPhrases, withPhrase } from './phrases.ts';

interface Props {
  form: ExamForm;
  fact: 'conclusion' | 'advice';
  label: string;
  phrases: Parameters<typeof offeredPhrases>[0];
  abnormal: ReadonlySet<string>;
}

const maxWords = 2000;
/** Phrases before 更多短语. */
const firstPhrases = 3;

/** Conclusion or advice with the phrases of the house; saved when it is left. */
export function WordsField({ form, fact, label, phrases, abnormal }: Props) {
  const { entry, editable } = form;
  const id = useId();
  const stored = entry.facts[fact] ?? '';
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const text = typed ?? stored;
  const offered = offeredPhrases(phrases, abnormal, text);
  const shown = isOpen ? offered : offered.slice(0, firstPhrases);
  const store = (next: string) => {
    setTyped(undefined);
    if (next.trim() !== stored) entry.storeFact(fact, next.trim() || null);
  };
  if (!editable)
    return (
      <section>
        <h2 className="mb-1 text-[13px] leading-5">{label}</h2>
        <p className="text-[13px] wrap-anywhere whitespace-pre-wrap">
          {stored || <span className="text-text2">没有填写</span>}
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
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => typed !== undefined && store(typed)}
      />
      {offered.length > 0 && (
        <p className="flex flex-wrap gap-1.5 mt-1.5">
          {shown.map((phrase) => (
            <button
              key={phrase}
              type="button"
              className="exam-phrase inline-flex items-center gap-0.5 rounded-sm text-xs"
              onClick={() => store(withPhrase(text, phrase))}
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
