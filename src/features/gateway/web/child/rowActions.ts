import { can } from '#web/api/session.ts';
import type { RowAction } from '#web/table/types.ts';
import type { Moving } from './MoveForm.tsx';
import type { Child } from './types.ts';

interface Options {
  mayEdit: boolean;
  onAdd: (row: Child) => void;
  onMove: (row: Child, to: Moving['to']) => void;
}

/** Returns the actions on a child: a new one is registered, one of another gateway is fetched, an own one moved away. */
export function rowActions({ mayEdit, onAdd, onMove }: Options): RowAction<Child>[] {
  const isOwn = ({ known }: Child) => known === 'registered';
  const open: RowAction<Child> = {
    ...{ key: 'open', label: '详情', shown: isOwn },
    onClick: ({ equipmentId }) => {
      location.hash = `#/equipment/list/${equipmentId}`;
    },
  };
  const edits: RowAction<Child>[] = [
    { key: 'add', label: '登记…', shown: ({ known }) => known === 'new', onClick: onAdd },
    {
      ...{ key: 'fetch', label: '移到这里…', shown: ({ known }: Child) => known === 'elsewhere' },
      blocked: ({ equipmentId }) => (equipmentId ? undefined : '它登记在你的数据范围之外，请联系管理员'),
      onClick: (row) => onMove(row, 'here'),
    },
    { key: 'move', label: '移走…', shown: isOwn, onClick: (row) => onMove(row, 'choose') },
    {
      key: 'remove',
      label: '移除…',
      tone: 'danger',
      behind: true,
      shown: isOwn,
      onClick: (row) => onMove(row, 'none'),
    },
  ];
  return [...(can('equipment:list') ? [open] : []), ...(mayEdit ? edits : [])];
}
