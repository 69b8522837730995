import { useEffect, useMemo, useRef, useState } from 'react';
import { gatewayApi, knownStates } from '#features/gateway/contract.ts';
import { can } from '#web/api/session.ts';
import { offeredOptions, optionsOf, useDictionaryLists } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { BulkAction, DataTableHandle, FilterOf } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { Aside } from '../record/Aside.tsx';
import { type Gateway, pollMs } from '../record/types.ts';
import { AddChildForm } from './AddChildForm.tsx';
import { columns } from './columns.tsx';
import { MoveForm, type Moving } from './MoveForm.tsx';
import { rowActions } from './rowActions.ts';
import type { Child, Pending } from './types.ts';

type List = typeof gatewayApi.getChildList;

interface Props {
  gateway: Gateway;
  pending: Loaded<Pending>;
  changed: () => void;
}

/** What is open over the table: the form of a new child, or that of a move. */
type Opened = { add: Child | 'number' } | { move: Moving };

function useFilters(): FilterOf<List>[] {
  const lists = useDictionaryLists();
  return useMemo(() => {
    const online = lists ? offeredOptions('online') : [];
    return [
      { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称 / 线上名 / 客户', width: 208 },
      { kind: 'multi', field: 'known', label: '登记', options: optionsOf(knownStates), width: 128 },
      { kind: 'multi', field: 'online', label: '在线', options: online, width: 128 },
    ];
  }, [lists]);
}

/** Section 子设备: what the gateway names, those that want an act first, beside topology and heartbeat (picture 20). */
export function ChildSection({ gateway, pending, changed }: Props) {
  const { id } = gateway;
  const { active } = useScreen();
  const table = useRef<DataTableHandle<Child>>(null);
  const [opened, setOpened] = useState<Opened>();
  const filters = useFilters();
  const mayEdit = can('gateway:edit');
  useEffect(() => {
    if (!active || opened) return;
    const timer = setInterval(() => document.hidden || table.current?.reload({ keepPlace: true }), pollMs);
    return () => clearInterval(timer);
  }, [active, opened]);
  const reload = () => {
    table.current?.reload({ keepPlace: true });
    changed();
  };
  const move = (rows: readonly Child[], to: Moving['to']) => setOpened({ move: { rows, to } });
  const bulk = (key: string, label: string, to: Moving['to']): BulkAction<Child> => ({
    ...{ key, label, danger: to === 'none' },
    onClick: (rows) => {
      if (rows.some(({ known }) => known === 'registered')) move(rows, to);
      else toast.warning('选中的子设备都没有登记在这个网关');
    },
  });
  return (
    <div className="gateway-children">
      <DataTable
        ref={table}
        name="gatewayChild"
        rowLabel="子设备"
        endpoint={gatewayApi.getChildList}
        params={{ gatewayId: id }}
        columns={columns}
        filters={filters}
        numbered={false}
        rowActions={rowActions({
          mayEdit,
          onAdd: (row) => setOpened({ add: row }),
          onMove: (row, to) => move([row], to),
        })}
        actionsWidth={128}
        bulkActions={mayEdit ? [bulk('move', '移动', 'choose'), bulk('remove', '移除', 'none')] : []}
        tools={
          mayEdit && (
            <Button small onClick={() => setOpened({ add: 'number' })}>
              按号码登记
            </Button>
          )
        }
        empty={
          <EmptyState
            reason={
              gateway.online === 'never'
                ? '网关还没有接入。把「配置」里的内容贴到网关软件，接通后它的子设备列在这里。'
                : '网关还没有报告子设备。打开入网让新设备加入，或按号码登记。'
            }
          />
        }
      />
      <Aside gateway={gateway} pending={pending.data?.rows ?? []} onAdd={(row) => setOpened({ add: row })} />
      {opened && 'add' in opened && (
        <AddChildForm
          gateway={gateway}
          child={opened.add === 'number' ? undefined : opened.add}
          onDone={reload}
          onClosed={() => setOpened(undefined)}
        />
      )}
      {opened && 'move' in opened && (
        <MoveForm gateway={gateway} moving={opened.move} onDone={reload} onClosed={() => setOpened(undefined)} />
      )}
    </div>
  );
}
