import { can } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { RowAction } from '#web/table/types.ts';
import { isBindable } from '../../contract/state.ts';
import type { EquipmentRow } from './cells.tsx';
import { type BindingAction, openActionDialog } from '../dialogAddress.ts';

type Row = Pick<EquipmentRow, 'id' | 'customerId' | 'state'>;

const bindingAction = (
  key: BindingAction,
  label: string,
  options: Omit<RowAction<Row>, 'key' | 'label' | 'onClick'>,
): RowAction<Row> => ({
  ...{ key, label, ...options },
  onClick: ({ id }) => openActionDialog(key, id),
});

const bound = ({ customerId }: Row) => customerId !== null;

/** Returns the binding actions that the user may run. */
export function bindingActions(): RowAction<Row>[] {
  const edits: RowAction<Row>[] = [
    bindingAction('bind', '绑定', {
      // Opens the customer list, where the customer is searched.
      shown: (row) => !bound(row) && can('customer:list'),
      blocked: (row) =>
        isBindable(row) ? undefined : `「${labelOf('equipment_state', row.state)}」的设备不能绑定，请先变更状态`,
    }),
    bindingAction('unbind', '解绑', { shown: bound }),
    bindingAction('replace', '更换', { shown: bound, behind: true }),
    bindingAction('changeState', '变更状态', {
      behind: true,
      blocked: ({ state }) => (state === 'scrapped' ? '设备已报废，不能再改变状态' : undefined),
    }),
  ];
  const test = bindingAction('fieldTest', '现场测试', {
    behind: true,
    blocked: ({ state }) =>
      state === 'lost' || state === 'scrapped' ? `设备已${labelOf('equipment_state', state)}，不能测试` : undefined,
  });
  return [...(can('equipment:edit') ? edits : []), ...(can('equipment:test') ? [test] : [])];
}
