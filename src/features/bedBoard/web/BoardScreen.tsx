import { Select } from 'antd';
import { useEffect } from 'react';
import { type BoardState, boardStates } from '#features/bedBoard/contract.ts';
import { can } from '#web/api/session.ts';
import { useScreen } from '#web/screen/screen.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { Board } from './Board.tsx';
import { useBoard } from './useBoard.ts';
import { usePlace } from './usePlace.ts';
import './board.css';

const tabs = [
  { key: 'night', label: '昨夜' },
  { key: 'board', label: '床位看板' },
] as const;

const stateIn = (text: string | null): BoardState | null =>
  text !== null && text in boardStates ? (text as BoardState) : null;

/** 床位看板 (domain.md 6.24, picture 18b): the beds of a department and how each of them is now. */
export default function BoardScreen() {
  const { query, setQuery, setTitle } = useScreen();
  useEffect(() => setTitle('床位看板'), [setTitle]);
  const { choice, places, place } = usePlace();
  const { cards, at, problem, reload } = useBoard(place?.id);
  const lead = (
    <>
      <ViewTabs
        label="睡眠数据与看板"
        views={tabs}
        value="board"
        onChange={(key) => {
          if (key === 'night') location.hash = '#/healthy/sleep_data';
        }}
      />
      {place && (
        <Select
          className="board-place"
          aria-label="部门"
          variant="borderless"
          showSearch={{ optionFilterProp: 'label' }}
          value={place.id}
          options={places.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(departmentId: string) => setQuery({ departmentId, floor: null, page: null })}
        />
      )}
    </>
  );
  if (!cards || cards.length === 0)
    return (
      <div className="board-page flex flex-col min-h-0 bg-container h-full">
        <Toolbar className="board-bar">{lead}</Toolbar>
        {!choice.data ? (
          <TreeTrouble what="部门" problem={choice.problem} onRetry={() => void choice.reload()} />
        ) : cards ? (
          <EmptyState reason="这里没有床位，也没有人用过睡眠带或体征雷达。床位在客户的「床位」页新增。" />
        ) : (
          <TreeTrouble what="看板" problem={problem} onRetry={() => void reload()} />
        )}
      </div>
    );
  const bedLink = can('customer:list') && place ? `#/customer/list/bed?departmentId=${place.id}` : undefined;
  return (
    <Board
      key={place?.id}
      {...{ cards, at, problem, lead, bedLink }}
      floor={query.get('floor')}
      state={stateIn(query.get('state'))}
      page={Math.max(1, Number(query.get('page')) || 1)}
      onChange={setQuery}
    />
  );
}
