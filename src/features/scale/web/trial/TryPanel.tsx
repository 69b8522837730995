import { Checkbox, Select } from 'antd';
import { Check } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FactValue } from '#shared/scale/definition.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Draft, DraftFact } from '../draft/draft.ts';
import { TryFact } from './TryFacts.tsx';
import { TryItem } from './TryItem.tsx';
import { TryResult } from './TryResult.tsx';
import { allAnswers, emptyInput, factsByUse, fittingInput, type TryInput, tryScore } from './tryInput.ts';
import { type Tried, useServerScore } from './useServerScore.ts';

interface Props {
  draft: Draft;
  tried: Tried;
  /** Number of problems that keep the draft from being scored. */
  problems: number;
}

/** Returns the input of a try-out that fits a draft, and its setters. */
function useTryInput(draft: Draft) {
  const [entered, setEntered] = useState(emptyInput);
  const input = useMemo(() => fittingInput(draft, entered), [draft, entered]);
  const set = useCallback((patch: Partial<TryInput>) => setEntered((former) => ({ ...former, ...patch })), []);
  const { items } = draft;
  const onAnswer = useCallback(
    (code: string, option: string | undefined) =>
      setEntered((former) => {
        const group = items.find((item) => item.code === code)?.oneOf;
        // Of a group exactly one item is answered: a new answer takes the other's back.
        const others = group === undefined ? [] : items.filter((item) => item.oneOf === group).map((item) => item.code);
        const rest = Object.entries(former.answers).filter(([item]) => item !== code && !others.includes(item));
        const answers = Object.fromEntries([...rest, ...(option === undefined ? [] : [[code, option]])]);
        return { ...former, answers };
      }),
    [items],
  );
  const setFact = (key: string, value: FactValue | undefined) =>
    setEntered((former) => {
      const { [key]: _former, ...rest } = former.facts;
      return { ...former, facts: value === undefined ? rest : { ...rest, [key]: value } };
    });
  return { input, set, onAnswer, setFact };
}

function SetChoice({ draft, input, set }: { draft: Draft; input: TryInput; set: (patch: Partial<TryInput>) => void }) {
  const sets = draft.bandSets ?? [];
  const first = sets.find((each) => each.default) ?? sets[0];
  return (
    <>
      {sets.length > 1 && (
        <Select
          {...{ size: 'small', 'aria-label': '试填用的分级', popupMatchSelectWidth: false }}
          value={input.bandSet ?? first?.code}
          options={sets.map((each) => ({ value: each.code, label: ('label' in each && each.label) || each.code }))}
          onChange={(bandSet: string) => set({ bandSet })}
        />
      )}
      {draft.prorate && (
        <Checkbox checked={input.prorate} onChange={({ target }) => set({ prorate: target.checked })}>
          漏答折算
        </Checkbox>
      )}
    </>
  );
}

/** 试填: answers to a version or a draft, scored as they are given. */
export function TryPanel({ draft, tried, problems }: Props) {
  const { input, set, onAnswer, setFact } = useTryInput(draft);
  const panel = useRef<HTMLElement>(null);
  const score = useMemo(() => (problems === 0 ? tryScore(draft, input) : undefined), [draft, input, problems]);
  const own = typeof score === 'object' ? score : undefined;
  const server = useServerScore(tried, input, own);
  const missing = new Set(own?.missing);
  const facts = useMemo(() => factsByUse(draft), [draft]);
  const drawFact = (fact: DraftFact) => (
    <TryFact
      key={`${fact.key} ${fact.kind}`}
      {...{ fact, value: input.facts[fact.key] }}
      onChange={(value) => setFact(fact.key, value)}
    />
  );
  const go = (code: string) => {
    const part = panel.current?.querySelector<HTMLElement>(`[data-try="${CSS.escape(code)}"]`);
    part?.scrollIntoView({ block: 'center' });
    part?.querySelector<HTMLElement>('input')?.focus();
  };
  return (
    <section ref={panel} className="scale-try flex flex-col min-w-0 min-h-0 border-l border-line" aria-label="试填">
      <div className="flex items-center flex-wrap gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-[13px]">
        <h2 className="text-sm font-bold">试填</h2>
        <SetChoice {...{ draft, input, set }} />
        <span className="ml-auto inline-flex items-center gap-3">
          <Button kind="link" onClick={() => set({ answers: allAnswers(draft, 'best') })}>
            都选最好
          </Button>
          <Button kind="link" onClick={() => set({ answers: allAnswers(draft, 'worst') })}>
            都选最差
          </Button>
          <Button kind="link" onClick={() => set(emptyInput)}>
            清空
          </Button>
        </span>
      </div>
      {own ? (
        <TryResult {...{ draft, score: own, onGo: go }} />
      ) : (
        <p className="px-4 py-3 border-b border-line text-[13px] text-text3" role="status">
          {problems > 0 ? `还有 ${problems} 处要改，改好后这里给出结果。` : `没有算出来：${String(score)}`}
        </p>
      )}
      <div className="flex-1 min-h-0 overflow-y-auto" data-scroll="try">
        {facts.scored.map(drawFact)}
        {[...draft.items.entries()].map(([index, item]) => (
          <TryItem
            key={index}
            {...{ item, answer: input.answers[item.code], isMissing: missing.has(item.code), onAnswer }}
          />
        ))}
        {facts.unscored.length > 0 && (
          <h3 className="bg-s2 border-b border-line px-4 py-1 text-xs text-text3">只作记录，不影响结果</h3>
        )}
        {facts.unscored.map(drawFact)}
      </div>
      <p className="flex items-center gap-1 border-t border-line px-4 py-2 text-xs text-text3" role="status">
        {server && !server.differs && <Check size={14} aria-hidden />}
        <span className={server?.differs ? 'text-level1-text' : undefined}>
          {server ? `${server.text} · ` : ''}不存入任何记录
        </span>
      </p>
    </section>
  );
}
