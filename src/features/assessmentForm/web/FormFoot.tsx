import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ScaleItem } from '#shared/scale/definition.ts';
import { Button } from '#web/ui/Button.tsx';
import { labelParts } from './items.ts';
import { type Form, missingFacts } from './useForm.ts';

/** Characters of the missing items that are named; the others are counted. */
const maxNamed = 56;

/** Returns the first open items whose names have room. */
function namedOf(open: readonly ScaleItem[]): readonly ScaleItem[] {
  let used = 0;
  return open.filter(({ label }) => {
    used += labelParts(label).name.length + 1;
    return used <= maxNamed;
  });
}

/** Steps between items, keys, and what is missing before the submission: each name leads there. */
export function FormFoot({ form }: { form: Form }) {
  const { open, missing, scale, score, goTo, step, edits } = form;
  const facts = missingFacts(scale, score);
  const named = namedOf(open);
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
        <>
          <span className="md:hidden ml-auto">
            <Button onClick={form.toNextOpen}>还缺 {missing} 项</Button>
          </span>
          <div className="max-md:hidden ml-auto">
            <p className="assess-missing text-[13px]">
              <span className="text-text2">提交还缺：</span>
              {facts.map(({ key, label }) => (
                <Button key={key} kind="link" onClick={() => goTo(null)}>
                  {label}
                </Button>
              ))}
              {named.map(({ code, label }) => (
                <Button key={code} kind="link" onClick={() => goTo(code)}>
                  {labelParts(label).name}
                </Button>
              ))}
              {open.length > named.length && <span className="text-text2"> 等 {missing} 项</span>}
            </p>
          </div>
        </>
      ) : (
        <p className="ml-auto text-[13px] text-text2">{score?.complete ? '没有缺项，可以提交' : ''}</p>
      )}
    </footer>
  );
}
