import { Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import type { BoardState } from '#features/bedBoard/contract.ts';
import { useNow } from '#web/core/now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { Counts } from './Counts.tsx';
import { type Card, type Floor, floorsOf, isCounted, pageOf, troubled } from './card.ts';
import { FloorGrid } from './FloorGrid.tsx';
import { FullScreenButton } from './FullScreenButton.tsx';
import { limitOf, limitsText } from './limits.ts';
import { TroubleBar } from './TroubleBar.tsx';
import { useOutRules } from './useOutRules.ts';

/** Cards of a page, and of an answer at most. */
const pageSize = 40;
const maxCards = 500;

interface Props {
  cards: readonly Card[];
  at: number;
  problem: string | undefined;
  /** Tabs and the choice of the place. */
  lead: ReactNode;
  bedLink: string | undefined;
  floor: string | null;
  state: BoardState | null;
  page: number;
  onChange: (patch: Readonly<Record<string, string | null>>) => void;
}

const nameOf = ({ key, label, building }: Floor) =>
  key === 'home' ? label : `${building} ${label}${/^\d+$/.test(label) ? ' 楼' : ''}`.trim();

const cardsOf = (floors: readonly Floor[]) => floors.flatMap(({ cards }) => cards.map(({ card }) => card));

/** Beds of a place that has some. */
export function Board({ cards, at, problem, lead, bedLink, floor, state, page, onChange }: Props) {
  const rules = useOutRules();
  const now = useNow(5000);
  const floors = useMemo(
    () =>
      floorsOf(cards, ({ state: own, since, timeZone }) =>
        rules && own === 'out' && since ? limitOf(rules, since, timeZone, now) : null,
      ),
    [cards, rules, now],
  );
  const onFloor = floors.filter(({ key }) => floor === null || key === floor);
  const shown = onFloor.map((one) => ({
    ...one,
    cards: one.cards.filter(({ card }) => state === null || isCounted(card, state)),
  }));
  const all = cardsOf(onFloor);
  const count = cardsOf(shown).length;
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const current = Math.min(page, pages);
  const taken = all.filter(({ state: own }) => own !== 'empty').length;
  return (
    <div className="board-page flex flex-col min-h-0 bg-container h-full">
      <Toolbar className="board-bar">
        {lead}
        <Select
          className="board-floor-choice"
          aria-label="楼层"
          variant="borderless"
          value={floor ?? ''}
          options={[
            { value: '', label: `全部楼层 ${cards.length} 床` },
            ...floors.map((one) => ({ value: one.key, label: `${nameOf(one)} ${one.cards.length} 床` })),
          ]}
          onChange={(key: string) => onChange({ floor: key || null, page: null })}
        />
        <Counts cards={all} value={state} onChange={(next) => onChange({ state: next, page: null })} />
        <FullScreenButton />
      </Toolbar>
      <TroubleBar placed={troubled(floors)} at={at} problem={problem} />
      <div className="board-scroll flex-1 min-h-0 overflow-y-auto" data-scroll="board">
        {count === 0 && (
          <p className="p-4 text-text2">
            没有这种状态的床位。
            <Button kind="link" onClick={() => onChange({ state: null, page: null })}>
              显示全部
            </Button>
          </p>
        )}
        <FloorGrid floors={pageOf(shown, current, pageSize)} bedLink={bedLink} />
      </div>
      <footer className="table-foot flex items-center justify-between flex-none border-t border-line gap-4 px-4 py-1 min-h-11 text-[13px]">
        {rules && (
          <div className="flex gap-2 text-xs text-text2">
            <span>{limitsText(rules)}</span>
            <a href="#/healthy/early_warning/rule">规则</a>
          </div>
        )}
        <nav className="flex items-center gap-1.5 ml-auto" aria-label="分页">
          {pages > 1 &&
            Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
              <button
                key={number}
                className="bg-s3 px-2 h-7 rounded-md"
                type="button"
                aria-label={`第 ${number} 页`}
                aria-current={number === current ? 'page' : undefined}
                onClick={() => onChange({ page: number === 1 ? null : String(number) })}
              >
                {number}
              </button>
            ))}
        </nav>
        <span className="text-xs text-text2">
          {cards.length === maxCards && '只列前 500 张 · '}
          {pageSize} 床一页 · 在住 {taken}
          <span className="ml-2">空 {all.length - taken}</span>
        </span>
      </footer>
    </div>
  );
}
