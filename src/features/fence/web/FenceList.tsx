import { useMemo } from 'react';
import { useCustomerChoice } from '#features/customerEntry/web/service.ts';
import { fence, fenceApi } from '#features/fence/contract.ts';
import { can } from '#web/api/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { FilterOf, RowOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { CustomerFilter } from './CustomerFilter.tsx';

type FenceRow = RowOf<typeof fenceApi.getFenceList>;

const endpoints = {
  list: fenceApi.getFenceList,
  remove: fenceApi.deleteFence,
  status: fenceApi.updateFenceStatus,
};

/** Opens the editor of a fence in a tab. */
function openFence({ id }: FenceRow): void {
  location.hash = `#/location/list/fence/${id}`;
}

const cells = {
  name: ({ name }: FenceRow) => <strong>{name}</strong>,
  outsideCount: ({ id, outsideCount }: FenceRow) =>
    outsideCount === 0 ? (
      0
    ) : (
      <a className="font-bold text-level2-text" href={`#/location/list/event?fenceId=${id}`}>
        {outsideCount}
      </a>
    ),
};

const columns = [
  ...(['name', 'kind', 'tag', 'personCount', 'outsideCount', 'projectName'] as const),
  ...(['status', 'minutes', 'remark', 'createdAt'] as const),
] as const;

/** List of fences with people and those who are where they should not be. */
export function FenceList() {
  const { query } = useScreen();
  const { projects, departments } = useCustomerChoice();
  const customerId = query.get('customerId') ?? undefined;
  const filters = useMemo(() => {
    const owners: FilterOf<typeof fenceApi.getFenceList>[] = [
      { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
    ];
    return ['keyword', ['kind', { width: 144 }], ['status', { width: 120 }], ...owners] as const;
  }, [projects, departments]);
  const add = () => {
    location.hash = `#/location/list/fence/add${customerId ? `?customer=${customerId}` : ''}`;
  };
  return (
    <ListScreen
      resource={fence}
      endpoints={endpoints}
      cells={cells}
      columns={columns}
      filters={filters}
      onOpen={openFence}
      switched={{ question: ({ name }) => `停用「${name}」？`, note: '停用后不再判断越界。', ok: '停用' }}
      toolbar={
        <>
          <CustomerFilter />
          {can('fence:edit') && <AddButton label="新增围栏" onAdd={add} />}
        </>
      }
      nothing="还没有围栏。新增一个，画在家的周围，试算过去 7 天再启用。"
      table={{ actionsWidth: 128 }}
    />
  );
}
