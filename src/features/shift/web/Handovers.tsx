import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { handoverApi, handoverStates } from '#features/handover/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { count, listTime } from '#web/data/format.ts';
import type { Opening } from '#web/form/types.ts';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, DataTableHandle } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { HandoverDrawer } from './HandoverDrawer.tsx';
import { StartForm } from './StartForm.tsx';
import { shiftLabel } from './shiftLabel.ts';

type Row = OutputOf<typeof handoverApi.getHandoverList>;

const columns: ColumnOf<typeof handoverApi.getHandoverList>[] = [
  { key: 'from', title: '起始', width: 136, fixed: 'left', sort: true, render: ({ from }) => listTime(from) },
  { key: 'to', title: '截止', width: 136, render: ({ to }) => listTime(to) },
  { key: 'shift', title: '班次', width: 80, render: ({ shift }) => shiftLabel(shift) },
  { key: 'seat', title: '坐席', width: 72 },
  { key: 'giverName', title: '交班人', width: 112 },
  { key: 'takerName', title: '接班人', width: 112 },
  {
    ...{ key: 'state', title: '状态', width: 96 },
    render: ({ state, signatures }) => (
      <span className={state === 'open' ? 'text-level2-text font-bold' : 'text-success'}>
        {state === 'open' && signatures.length > 0 ? '待接班签字' : handoverStates[state]}
      </span>
    ),
  },
  { key: 'claimed', title: '接警', width: 72, align: 'right', render: ({ counts }) => count(counts.claimed) },
  { key: 'closed', title: '结案', width: 72, align: 'right', render: ({ counts }) => count(counts.closed) },
  { key: 'openWarns', title: '未结', width: 72, align: 'right', render: (row) => count(row.openWarnIds.length) },
  { key: 'followUps', title: '待回访', width: 80, align: 'right', render: (row) => count(row.followUpIds.length) },
];

/** 交接: sheets given and received, and the viewer's sheet to prepare. */
export function Handovers({ tabs }: { tabs: ReactNode }) {
  const table = useRef<DataTableHandle<Row>>(null);
  const [form, setForm] = useState<Opening>();
  const { query, setQuery } = useScreen();
  const opened = query.get('sheet');
  const setOpened = (id: string | null) => setQuery({ sheet: id });
  const gives = query.get('give') === '1' && can('warn:claim');
  const give = useEffectEvent(() => {
    setForm({});
    setQuery({ give: null });
  });
  useEffect(() => {
    if (gives) give();
  }, [gives]);
  const changed = () => table.current?.reload();
  return (
    <>
      <DataTable
        ref={table}
        name="handover"
        rowLabel="交接班"
        endpoint={handoverApi.getHandoverList}
        columns={columns}
        filters={[{ kind: 'select', field: 'state', label: '状态', options: optionsOf(handoverStates) }]}
        views={tabs}
        actions={
          can('warn:claim') && (
            <Button kind="primary" onClick={() => setForm({})}>
              交班
            </Button>
          )
        }
        rowActions={[{ key: 'open', label: '查看', onClick: ({ id }) => setOpened(id) }]}
        actionsWidth={72}
        onOpen={({ id }) => setOpened(id)}
        empty={<EmptyState reason="还没有交接班记录。交班时点「交班」，交接单会按本班情况自动填写。" />}
      />
      <StartForm
        open={form}
        onClosed={() => setForm(undefined)}
        onDone={({ id }) => {
          changed();
          setOpened(id);
        }}
      />
      {opened && <HandoverDrawer id={opened} onChanged={changed} onClose={() => setOpened(null)} />}
    </>
  );
}
