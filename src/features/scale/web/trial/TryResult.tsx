import { useId } from 'react';
import type { ScaleScore } from '#shared/scale/score.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Draft } from '../draft/draft.ts';
import { partRange } from '../draft/sums.ts';
import { effectText, gradesOf } from '../words/whenText.ts';

interface Props {
  draft: Draft;
  score: ScaleScore;
  /** Leads to an item or a fact. */
  onGo: (code: string) => void;
}

/** Returns the name of a grade. */
function gradeName(draft: Draft, code: string | null): string {
  return code === null ? '—' : gradesOf(draft).find((grade) => grade.code === code)?.label || code;
}

function Grade({ draft, score }: Omit<Props, 'onGo'>) {
  if (draft.grade === null) return <span className="text-[13px] text-text3">这份量表不分级</span>;
  if (!score.complete)
    return <span className="text-[13px] text-level2-text">还缺 {score.missing.length} 项，答完才给等级</span>;
  if (score.manual) return <Badge tone="warn">需人工判定</Badge>;
  const [first, last] = [gradeName(draft, score.preliminary), gradeName(draft, score.final)];
  return (
    <span className="inline-flex items-baseline flex-wrap gap-2">
      <b className="text-lg">{last}</b>
      {score.preliminary !== score.final && <span className="text-[13px] text-text2">初步 {first}，按规则改</span>}
    </span>
  );
}

function Part({ draft, score, part }: Omit<Props, 'onGo'> & { part: NonNullable<Draft['parts']>[number] }) {
  const id = useId();
  const { to } = partRange(draft, part.code);
  const points = score.parts[part.code];
  const level = score.levels[part.code];
  return (
    <div className="flex items-center gap-2 text-[13px]">
      <label className="scale-part truncate" htmlFor={id}>
        {part.label || part.code}
      </label>
      <meter id={id} className="flex-1" min={0} max={Math.max(to, 1)} value={points ?? 0} />
      <span className="scale-points text-right">
        <b>{points ?? 0}</b> / {to}
      </span>
      {level !== undefined && <Badge>{level} 级</Badge>}
    </div>
  );
}

/** Parts, total, grade and rules of a try-out, live. */
export function TryResult({ draft, score, onGo }: Props) {
  const items = new Map(draft.items.map(({ code, label }) => [code, label]));
  const facts = new Map(draft.facts?.map(({ key, label }) => [key, label]));
  const rules = new Map(draft.rules?.map((rule) => [rule.code, rule]));
  const shownMissing = score.missing.slice(0, 12);
  return (
    <div className="flex flex-col gap-2 px-4 py-3 border-b border-line" role="status" aria-label="试填结果">
      <div className="flex items-baseline flex-wrap gap-x-3 gap-y-1">
        {draft.total.of === 'sum' && (
          <span>
            <b className="text-2xl">{score.total ?? '—'}</b> <span className="text-[13px] text-text2">总分</span>
          </span>
        )}
        <Grade {...{ draft, score }} />
      </div>
      {draft.parts?.map((part) => (
        <Part key={part.code} {...{ draft, score, part }} />
      ))}
      {score.rules.map(({ code, evidence, counted }) => {
        const rule = rules.get(code);
        return (
          <div key={code} className="flex items-baseline gap-2 text-[13px]">
            <Badge {...(counted && { tone: 'notice' })}>{counted ? '算' : '不另算'}</Badge>
            <span>
              {evidence}
              {rule && <span className="text-text3">：{effectText(draft, rule.effect)}</span>}
            </span>
          </div>
        );
      })}
      {shownMissing.length > 0 && (
        <div className="text-xs text-text2">
          还缺：
          {shownMissing.map((code, index) => (
            <span key={code}>
              {index > 0 && '、'}
              <button type="button" className="link" onClick={() => onGo(code)}>
                {items.get(code) || facts.get(code) || `第 ${code} 条`}
              </button>
            </span>
          ))}
          {score.missing.length > shownMissing.length && ` 等 ${score.missing.length} 项`}
        </div>
      )}
    </div>
  );
}
