import { openRepairStates, type repairApi } from '#features/repair/contract.ts';
import { repairStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { FormOptions } from '#web/crud/types.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { FormValues } from '#web/form/types.ts';

export type RepairRow = OutputOf<typeof repairApi.getRepair>;
type RepairFormOptions = FormOptions<never, typeof repairApi.editRepair>;

export const isOpen = ({ state }: Pick<RepairRow, 'state'>) => openRepairStates.includes(state);

const ends: Readonly<Record<string, string>> = {
  repaired: '设备回到客户手里；没有绑定客户的回到在库',
  replaced: '已由别的设备代替，这台设备停用',
  scrapped: '这台设备报废，不能再使用',
};
const is =
  (...states: string[]) =>
  ({ state }: FormValues) =>
    states.includes(String(state));

/** Returns the form for progress and result of a repair. */
export function repairForm(editing: RepairRow | undefined): RepairFormOptions {
  const states = optionsOf(repairStates).filter(({ value }) => editing?.state !== 'sent' || value !== 'open');
  const away = is('sent', 'repaired', 'replaced', 'scrapped');
  return {
    titleOf: () => `处理维修单 ${editing?.no} · ${editing?.equipmentName}`,
    order: ['fault', 'reportedBy', 'handler', 'state', 'sentTo', 'cost', 'result'],
    fields: {
      state: {
        ...{ kind: 'radio', options: states, wide: true, required: true },
        hint: (value) => ends[String(value)] ?? '',
        locked: () => (editing && !isOpen(editing) ? '已结束，不能再改状态' : undefined),
      },
      sentTo: { shown: away },
      cost: { shown: away },
      result: { shown: is('repaired', 'replaced', 'scrapped'), required: true },
    },
    doneTexts: { edited: '维修单已保存' },
  };
}
