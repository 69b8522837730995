import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { labelParts } from './items.ts';
import { type Form, missingFacts } from './useForm.ts';

/** Missing items that are named; the others are counted. */
const named = 12;

/** Steps between items, keys, and what is missing before the submission: each name leads there. */
export function FormFoot({ form }: { form: Form }) {
  const { open, missing, scale, score, goTo, step, edits } = form;
  const facts = missingFacts(scale, score);
  return (
    <footer className="assess-foot flex items-center flex-none gap-2 border-t border-line">
      <Button onClick={() => step(-1)}>
        <ArrowUp size={14} aria-hidden="true" /> 上一项
      </Button>
      <Button onClick={() => step(1)}>
        <ArrowDown size={14} aria-hidden="true" /> 下一项
      </Button>
      {edits && (
        <span className="key-hint flex items-center gap-1 ml-3 text-xs text-text2 whitespace-nowrap">
          <kbd>0</kbd>–<kbd>9</kbd> 按分选 <kbd>↑</kbd>
          <kbd>↓</kbd> 上下{' '}
          {scale.items.some(({ notes }) => notes) && (
            <>
              <kbd>N</kbd> 依据
            </>
          )}
        </span>
      )}
      {missing > 0 ? (
        <p className="assess-missing ml-auto text-[13px]">
          <span className="text-text2">提交还缺：</span>
          {facts.map(({ key, label }) => (
            <Button key={key} kind="link" onClick={() => goTo(null)}>
              {label}
            </Button>
          ))}
          {open.slice(0, named).map(({ code, label }) => (
            <Button key={code} kind="link" onClick={() => goTo(code)}>
              {labelParts(label).name}
            </Button>
          ))}
          {open.length > named && <span className="text-text2"> 等 {missing} 项</span>}
        </p>
      ) : (
        <p className="ml-auto text-[13px] text-text2">{score?.complete ? '没有缺项，可以提交' : ''}</p>
      )}
    </footer>
  );
}
