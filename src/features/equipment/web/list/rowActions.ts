import { can } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { RowAction } from '#web/table/types.ts';
import { isBindable } from '../../contract/state.ts';
import type { EquipmentDialog } from '../dialogAddress.ts';
import { openActionDialog } from '../dialogs.ts';
import type { EquipmentRow } from './cells.tsx';

type Row = Pick<EquipmentRow, 'id' | 'customerId' | 'state'>;

const dialogAction = (
  key: EquipmentDialog,
  label: string,
  options: Omit<RowAction<Row>, 'key' | 'label' | 'onClick'>,
): RowAction<Row> => ({
  ...{ key, label, ...options },
  onClick: ({ id }) => openActionDialog(key, id),
});

const bound = ({ customerId }: Row) => customerId !== null;

/** Returns the actions on a device that the user may run; each opens its dialog over the page. */
export function dialogActions(): RowAction<Row>[] {
  const edits: RowAction<Row>[] = [
    dialogAction('bind', '绑定', {
      // Opens the customer list, where the customer is searched.
      shown: (row) => !bound(row) && can('customer:list'),
      blocked: (row) =>
        isBindable(row) ? undefined : `「${labelOf('equipment_state', row.state)}」的设备不能绑定，请先变更状态`,
    }),
    dialogAction('unbind', '解绑', { shown: bound }),
    dialogAction('replace', '更换', { shown: bound, behind: true }),
    dialogAction('changeState', '变更状态', {
      behind: true,
      blocked: ({ state }) => (state === 'scrapped' ? '设备已报废，不能再改变状态' : undefined),
    }),
  ];
  const test = dialogAction('fieldTest', '现场测试', {
    behind: true,
    blocked: ({ state }) =>
      state === 'lost' || state === 'scrapped' ? `设备已${labelOf('equipment_state', state)}，不能测试` : undefined,
  });
  return [...(can('equipment:edit') ? edits : []), ...(can('equipment:test') ? [test] : [])];
}
