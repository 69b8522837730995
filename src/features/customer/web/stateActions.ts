import type { serviceStates } from '#shared/codes.ts';
import type { RowAction } from '#web/table/types.ts';

export type ServiceState = keyof typeof serviceStates;

/** Customer fields that the dialog of a service state change needs. */
export interface Served {
  id: string;
  name: string;
  serviceState: ServiceState;
  returnDate: string | null;
  equipmentCount: number;
  version: number;
}

/** Dialog about a service state change. */
export interface StateChange {
  to: ServiceState;
  customer: Served;
}

/** Returns the label of a state change. */
export function changeLabel(from: ServiceState, to: ServiceState): string {
  if (to === 'paused') return from === 'paused' ? '调整返回日期' : '暂停服务';
  if (to === 'ended') return '终止服务';
  if (to === 'deceased') return '身故';
  return { pending: '开通服务', ended: '重新开通', deceased: '更正为服务中' }[from as string] ?? '恢复服务';
}

const from: Readonly<Record<ServiceState, readonly ServiceState[]>> = {
  active: ['pending', 'paused', 'ended', 'deceased'],
  paused: ['active', 'paused'],
  ended: ['pending', 'active', 'paused'],
  deceased: ['pending', 'active', 'paused', 'ended'],
  pending: [],
};

/** Returns the allowed next states, in display order. */
export function changesOf(state: ServiceState): ServiceState[] {
  return (['active', 'paused', 'ended', 'deceased'] as const).filter((to) => from[to].includes(state));
}

/** Returns 开通, 暂停, 恢复, 终止 and 身故 as row actions. */
export function stateActionsOf(ask: (change: StateChange) => void): RowAction<Served>[] {
  return (['active', 'paused', 'ended', 'deceased'] as const).flatMap((to) =>
    from[to].map((state) => ({
      key: `${state}-${to}`,
      label: `${changeLabel(state, to)}…`,
      behind: true,
      shown: ({ serviceState }) => serviceState === state,
      onClick: (customer) => ask({ to, customer }),
      ...(to === 'deceased' && { tone: 'danger' }),
    })),
  );
}
