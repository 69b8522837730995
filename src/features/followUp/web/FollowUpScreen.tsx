import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { findsCustomers } from '#features/customerEntry/web/service.ts';
import { testApi } from '#features/equipmentTest/contract.ts';
import { followUpApi, followUpKinds, followUpViews } from '#features/followUp/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { optionsOf, useDictionary, useDictionaryLists } from '#web/data/dictionary.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { DataTableHandle, FilterOf, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { doneColumns, type FollowUpRow, pendingColumns } from './cells.tsx';
import { FinishForm } from './FinishForm.tsx';
import { Plans } from './Plans.tsx';
import { RequestForm } from './RequestForm.tsx';

const tabs = [
  ...keysOf(followUpViews).map((key) => ({ key, label: followUpViews[key] })),
  { key: 'plans', label: '计划' } as const,
];
const owed = ['due', 'later', 'visit'] as const;
const filters: readonly FilterOf<typeof followUpApi.getFollowUpList>[] = [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '客户 / 告警编号', width: 208 },
  { kind: 'multi', field: 'kind', label: '类别', options: optionsOf(followUpKinds), width: 152 },
  { kind: 'check', field: 'mine', label: '只看我的' },
  { kind: 'text', field: 'planId', label: '计划', elsewhere: true },
  { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
  { kind: 'text', field: 'doneById', label: '完成人', elsewhere: true },
  { kind: 'dates', from: 'doneFrom', to: 'doneTo', unit: 'day', label: '完成时间', elsewhere: true },
  { kind: 'text', field: 'departmentId', label: '部门', elsewhere: true },
];

/** Returns the number of rows in each tab with open work. */
function useOwed() {
  const { active } = useScreen();
  return useQuery({
    queryKey: [followUpApi.getFollowUpList.path, 'count'],
    queryFn: async ({ signal }) => {
      const ask = (view: (typeof owed)[number]) =>
        callListApi(followUpApi.getFollowUpList, { view, limit: 1 }, { signal }).then(
          ({ count }) => [view, count] as const,
        );
      return Object.fromEntries(await Promise.all(owed.map(ask)));
    },
    enabled: active,
    refetchOnMount: 'always',
  });
}

/** Starts the test of a device and opens it over this page by its URL. */
async function startTest({ equipmentId }: FollowUpRow): Promise<void> {
  const start = () => callApi(testApi.startEquipmentTest, { id: String(equipmentId) });
  if (!(await withToast(start, { done: null, failed: '测试没有开始' }))) return;
  const [path = '', query = ''] = location.hash.split('?');
  const params = new URLSearchParams(query);
  params.set('fieldTest', String(equipmentId));
  location.hash = `${path}?${params}`;
}

/** Opens the trial list, where a call without a press is recorded, with its repair or next trial. */
function showTrials({ equipmentSn }: FollowUpRow): void {
  location.hash = `#/equipment/list/trial?${new URLSearchParams({ keyword: equipmentSn ?? '' })}`;
}

/** 回访与试按 (domain.md 8.6): due follow-ups, done ones, and plans. */
export default function FollowUpScreen() {
  const { query, setQuery } = useScreen();
  const list = useRef<DataTableHandle<FollowUpRow>>(null);
  const [finishedRow, setFinishedRow] = useState<FollowUpRow>();
  const [asking, setAsking] = useState(false);
  useDictionaryLists();
  useDictionary('living_state');
  const view = tabs.find(({ key }) => key === query.get('view'))?.key ?? 'due';
  const finishes = can('followUp:finish');
  const { data: counts, refetch } = useOwed();
  const views = tabs.map((tab) => {
    const count = counts?.[tab.key];
    return count === undefined ? tab : { ...tab, count };
  });
  const head = <ViewTabs label="回访与试按" views={views} value={view} onChange={(key) => setQuery({ view: key })} />;
  const changed = () => {
    list.current?.reload({ keepPlace: true });
    void refetch();
  };
  if (view === 'plans') return <Plans tabs={head} />;
  const test: RowAction<FollowUpRow> = {
    ...{ key: 'test', label: '开始测试', onClick: (row) => void startTest(row) },
    shown: ({ kind, equipmentId }) => kind === 'test_press' && equipmentId !== null && can('equipment:test'),
  };
  const finish: RowAction<FollowUpRow> = { key: 'finish', label: '回访', onClick: setFinishedRow };
  const press: RowAction<FollowUpRow> = {
    ...{ key: 'press', label: '试按记录', onClick: showTrials, behind: true },
    shown: ({ kind, equipmentSn }) => kind === 'test_press' && equipmentSn !== null && can('equipment:list'),
  };
  return (
    <>
      <DataTable
        key={view}
        ref={list}
        name={view === 'done' ? 'followUpDone' : 'followUp'}
        rowLabel="回访"
        endpoint={followUpApi.getFollowUpList}
        columns={view === 'done' ? doneColumns : pendingColumns}
        filters={filters}
        params={{ view }}
        rowActions={finishes && view !== 'done' ? [finish, test, press] : []}
        actionsWidth={152}
        actions={
          finishes &&
          view !== 'done' &&
          findsCustomers() && <AddButton label="登记诉求" onAdd={() => setAsking(true)} />
        }
        views={head}
        empty={<EmptyState reason={view === 'due' ? '没有到期的回访。' : '这里还没有回访。'} />}
      />
      {asking && <RequestForm onDone={changed} onClosed={() => setAsking(false)} />}
      {finishedRow && <FinishForm row={finishedRow} onDone={changed} onClosed={() => setFinishedRow(undefined)} />}
    </>
  );
}
