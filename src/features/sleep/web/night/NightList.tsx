import { useMemo, useRef, useState } from 'react';
import { sleepApi } from '#features/sleep/contract.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { DataTableHandle, PresetViewOf, RowAction } from '#web/table/types.ts';
import { nightLink } from './format.ts';
import { listColumns, type NightRow } from './listColumns.tsx';
import { NoteForm } from './NoteForm.tsx';
import { recompute } from './recompute.ts';
import { useNightFilters } from './useNightFilters.ts';

const presetViews: readonly PresetViewOf<typeof sleepApi.getNightList>[] = [
  { key: 'exits', name: '离床多于 2 次', filters: { exitsAbove: '2' } },
  { key: 'few', name: '数据不足', filters: { mark: 'short,gaps' } },
];

/** Opens a night in a tab. */
function openNight({ id }: Pick<NightRow, 'id'>): void {
  location.hash = nightLink(id);
}

/** List of nights (domain.md 6.24); without dates those of last night. */
export function NightList() {
  const table = useRef<DataTableHandle<NightRow>>(null);
  const filters = useNightFilters();
  const [noted, setNoted] = useState<NightRow>();
  const edits = can('sleep:edit');
  const rowActions = useMemo(
    (): RowAction<NightRow>[] => [
      { key: 'open', label: '详情', onClick: openNight },
      {
        ...{ key: 'trend', label: '趋势' },
        onClick: ({ id }) => {
          location.hash = `${nightLink(id)}?days=30`;
        },
      },
      ...(edits
        ? [
            { key: 'note', label: '备注…', behind: true, onClick: setNoted },
            {
              ...{ key: 'recompute', label: '重新计算', behind: true },
              blocked: ({ state }: NightRow) => (state === 'frozen' ? '原始数据已过保存期' : undefined),
              onClick: async ({ id }: NightRow) => {
                if (await recompute(id)) table.current?.reload({ keepPlace: true });
              },
            },
          ]
        : []),
    ],
    [edits],
  );
  return (
    <>
      <DataTable
        ref={table}
        name="sleep"
        rowLabel="夜晚"
        wholeLabel="昨夜"
        endpoint={sleepApi.getNightList}
        columns={listColumns}
        filters={filters}
        presetViews={presetViews}
        rowActions={rowActions}
        actionsWidth={120}
        maxCounted={maxCounted}
        onOpen={openNight}
        actions={
          <>
            <a className="button inline-flex items-center whitespace-nowrap" href="#/healthy/sleep_data/board">
              床位看板
            </a>
            <ExportButton endpoint={sleepApi.exportNight} input={() => table.current?.input() ?? {}} />
          </>
        }
        empty={
          <EmptyState reason="没有选日期时显示昨夜。绑定睡眠带或体征雷达、并且夜里有人在床，早上 5 点起就有一行。" />
        }
      />
      {noted && (
        <NoteForm
          night={noted}
          onDone={() => table.current?.reload({ keepPlace: true })}
          onClosed={() => setNoted(undefined)}
        />
      )}
    </>
  );
}
