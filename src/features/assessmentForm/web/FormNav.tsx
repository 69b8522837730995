import { Check, Circle, CircleDashed, Contrast } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { Button } from '#web/ui/Button.tsx';
import { scrollToCentre } from '#web/ui/scrollToCentre.ts';
import { splitFacts } from './facts/scoringFacts.ts';
import {
  answerCount,
  chosenOf,
  type ItemGroup,
  labelParts,
  mostPoints,
  numberOf,
  openItems,
  pointsOf,
} from './items.ts';
import { presentOthers } from './times.ts';
import { type Form, missingFacts } from './useForm.ts';

/** Parts of the form with what is open in each; of the part in front also its items. */
export function FormNav({ form }: { form: Form }) {
  const { groups, place, goTo, assessment, scale, score, missing } = form;
  const nav = useRef<HTMLElement>(null);
  const front = groups.findIndex(({ items }) => items.some(({ code }) => code === place));
  useEffect(() => scrollToCentre(nav.current, nav.current?.children[front + 1]), [front]);
  useEffect(() => showItem(nav.current, place), [place]);
  const facts = missingFacts(scale, score).length;
  const signed = assessment.signatures.filter(({ who }) => who === 'assessor').length;
  return (
    <nav ref={nav} className="assess-nav bg-s2" aria-label="评估的部分">
      <button
        type="button"
        className="assess-part"
        aria-current={place === null ? 'true' : undefined}
        onClick={() => goTo(null)}
      >
        <PartSign open={facts} all={Math.max(1, facts)} />
        基本与事实
        <small className="ml-auto">
          {facts > 0 ? <b className="text-level2-text">缺 {facts}</b> : <FilledFacts form={form} />}
        </small>
      </button>
      {groups.map((group, at) => (
        <Part key={group.code} form={form} group={group} isFront={at === front} first={firstPlace(groups, at)} />
      ))}
      <p className="assess-part max-md:hidden text-text2" title="提交后在结果页签名">
        <Circle size={14} aria-hidden="true" />
        报告与签名
        <small className="ml-auto">
          {signed} / {assessment.signaturesNeeded}
        </small>
      </p>
      {missing > 0 && (
        <Button className="assess-next max-md:hidden" onClick={form.toNextOpen}>
          下一个未答 · 还有 {missing} 项 <kbd>G</kbd>
        </Button>
      )}
    </nav>
  );
}

/** Scrolls the list so that the item in front is in sight. */
function showItem(nav: HTMLElement | null, place: string | null): void {
  const item = place !== null && nav?.querySelector('.assess-nav-items [aria-current]')?.getBoundingClientRect();
  if (!nav || !item) return;
  const { top, bottom } = nav.getBoundingClientRect();
  if (item.top < top) nav.scrollTop -= top - item.top + item.height;
  if (item.bottom > bottom) nav.scrollTop += item.bottom - bottom + item.height;
}

/** How many facts without points are filled in; a scale without such facts has the archive's alone. */
function FilledFacts({ form: { scale, facts } }: { form: Form }) {
  const { others } = splitFacts(scale);
  if (others.length === 0) return '档案带出';
  return `已填 ${others.filter(({ key }) => key in facts).length} / ${others.length}`;
}

/** Number of items before a group. */
const firstPlace = (groups: readonly ItemGroup[], at: number) =>
  groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0);

/** Done, begun or not begun; the figures beside it say the same. */
function PartSign({ open, all }: { open: number; all: number }) {
  if (open === 0) return <Check size={14} className="text-success" aria-hidden="true" />;
  const Sign = open < all ? Contrast : CircleDashed;
  return <Sign size={14} className="text-text3" aria-hidden="true" />;
}

interface PartProps {
  form: Form;
  group: ItemGroup;
  isFront: boolean;
  /** Number of items before it. */
  first: number;
}

const presenceMs = 10_000;

function Part({ form, group, isFront, first }: PartProps) {
  const { answers, goTo, scale, place, trail } = form;
  const { user } = useSession();
  const { items } = group;
  const open = openItems([group], answers);
  const missing = answerCount(open);
  const all = answerCount(items);
  const sums = scale.total.of === 'sum' || scale.levels !== undefined;
  const others = presentOthers(trail, user?.id ?? '', useNow(presenceMs)).flatMap((other) => {
    const at = items.findIndex(({ code }) => code === other.key);
    const item = items[at];
    return item ? [{ ...other, text: `${numberOf(item.code, first + at + 1)} ${labelParts(item.label).name}` }] : [];
  });
  return (
    <>
      <button
        type="button"
        className="assess-part"
        aria-current={isFront ? 'true' : undefined}
        onClick={() => goTo((open[0] ?? items[0])?.code ?? null)}
      >
        <PartSign open={missing} all={all} />
        <span className="truncate">{group.label}</span>
        {missing > 0 && <b className="ml-auto text-xs text-level2-text whitespace-nowrap">缺 {missing}</b>}
        <span className={`whitespace-nowrap ${missing > 0 ? '' : 'ml-auto'}`}>
          <b>{sums ? pointsOf(items, answers) : all - missing}</b>
          <small>/{sums ? mostPoints(items) : all}</small>
        </span>
      </button>
      {isFront && (
        <ol className="assess-nav-items max-md:hidden">
          {items.map((item, at) => {
            const chosen = chosenOf(item, answers);
            return (
              <li key={item.code}>
                <button
                  type="button"
                  className="inner-focus"
                  aria-current={item.code === place ? 'true' : undefined}
                  onClick={() => goTo(item.code)}
                >
                  <small>{numberOf(item.code, first + at + 1)}</small>
                  <span className="truncate" title={item.label}>
                    {labelParts(item.label).name}
                  </span>
                  {chosen ? (
                    <b className="ml-auto">{chosen.points}</b>
                  ) : (
                    <span className="ml-auto text-level2-text">{open.includes(item) ? '—' : ''}</span>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {others.map(({ by, name, text }) => (
        <p key={by} className="assess-other max-md:hidden text-xs text-text2">
          <span className="assess-face present" aria-hidden="true">
            {[...name][0]}
          </span>
          {name} 正在填 {text}
        </p>
      ))}
    </>
  );
}
