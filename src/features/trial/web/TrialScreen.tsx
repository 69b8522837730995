import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { onEquipmentChanged, openActionDialog, useEquipmentChoice } from '#features/equipment/web/service.ts';
import { testApi } from '#features/equipmentTest/contract.ts';
import { trialApi, trialStates } from '#features/trial/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { maxCounted } from '#shared/envelope.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { useDictionary, useDictionaryLists } from '#web/data/dictionary.ts';
import { useLive } from '#web/live/live.ts';
import type { LiveEvent } from '#web/live/protocol.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { DataTableHandle, FilterOf, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { columnsWith, type TrialRow } from './cells.tsx';
import { Share } from './Share.tsx';
import { TrialForm } from './TrialForm.tsx';

type PressEvent = LiveEvent & { press?: { equipmentId: string; pressedAt: string } };

/** Starts the test window at once, while the customer is on the phone. */
async function startTest({ id }: TrialRow): Promise<void> {
  const start = () => callApi(testApi.startEquipmentTest, { id });
  if (await withToast(start, { done: null, failed: '测试没有开始' })) openActionDialog('fieldTest', id);
}

/**
 * Trial screen 试按 (domain.md 6.18): lists customers to call because of a long time without a press; a press ticks its
 * row.
 */
export default function TrialScreen() {
  const { query, setQuery } = useScreen();
  const { departments, projects } = useEquipmentChoice();
  const list = useRef<DataTableHandle<TrialRow>>(null);
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map());
  const shown = useRef<ReadonlySet<string>>(new Set());
  const [noted, setNoted] = useState<TrialRow>();
  useDictionaryLists();
  useDictionary('living_state');
  const view = keysOf(trialStates).find((key) => key === query.get('view')) ?? 'due';
  const [projectId, departmentId] = [query.get('projectId'), query.get('departmentId')];
  const share = useCall(
    trialApi.getTrialShare,
    {
      ...(projectId && { projectId }),
      ...(departmentId && { departmentId }),
    },
    { first: true },
  );
  useLive((event: PressEvent) => {
    if (!event.press || !shown.current.has(event.press.equipmentId)) return;
    const { equipmentId, pressedAt } = event.press;
    setTicked((previous) => new Map(previous).set(equipmentId, pressedAt));
    void share.reload();
  });
  const { reload } = share;
  useEffect(() => onEquipmentChanged(() => void reload()), [reload]);

  const open = useCallback(({ id }: TrialRow) => view !== 'done' && !ticked.has(id), [view, ticked]);
  const columns = useMemo(() => columnsWith(ticked, open, view), [ticked, open, view]);
  const filters: readonly FilterOf<typeof trialApi.getTrialList>[] = [
    { kind: 'text', field: 'keyword', label: '关键字', placeholder: '客户 / 设备 / 编号', width: 208 },
    { kind: 'check', field: 'alone', label: '独居' },
    { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
    { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
  ];
  const actions: RowAction<TrialRow>[] = [
    { key: 'try', label: '开始测试', onClick: (row) => void startTest(row), shown: open },
    { key: 'result', label: '记录结果', onClick: setNoted, shown: open },
  ];
  const views = keysOf(trialStates).map((key) => ({
    ...{ key, label: trialStates[key] },
    ...(share.data && { count: share.data[key] }),
  }));
  return (
    <>
      <DataTable
        ref={list}
        name="trial"
        rowLabel="试按"
        endpoint={trialApi.getTrialList}
        columns={columns}
        filters={filters}
        params={{ state: [view] }}
        rowActions={can('equipment:test') ? actions : []}
        actionsWidth={152}
        maxCounted={maxCounted}
        exact
        onLoaded={(rows) => {
          shown.current = new Set(rows.map(({ id }) => id));
        }}
        views={<ViewTabs label="试按" views={views} value={view} onChange={(key) => setQuery({ view: key })} />}
        notice={share.data && <Share {...share.data} />}
        empty={<EmptyState reason={view === 'due' ? '没有要试按的设备。' : '这里还没有设备。'} />}
      />
      {noted && (
        <TrialForm
          row={noted}
          onDone={() => {
            list.current?.reload({ keepPlace: true });
            void reload();
          }}
          onClosed={() => setNoted(undefined)}
        />
      )}
    </>
  );
}
