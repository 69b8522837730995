import type { equipmentStates, testKinds } from '#shared/codes.ts';

export type EquipmentState = keyof typeof equipmentStates;

/** Fields of a device that determine its state. */
export interface StateInput {
  state: string;
  customerId: string | null;
  activatedAt: string | null;
  /** Test result of the current binding. */
  testKind: keyof typeof testKinds;
}

/** Returns the automatic state of a bound device: in use after a test, activated after a message (domain.md 6.18). */
export function boundState({ activatedAt, testKind }: Pick<StateInput, 'activatedAt' | 'testKind'>): EquipmentState {
  if (testKind !== 'none') return 'in_use';
  return activatedAt === null ? 'issued' : 'activated';
}

/** Allowed transitions without a customer. A found device goes back to stock or out again. */
const free: Readonly<Record<EquipmentState, readonly EquipmentState[]>> = {
  stock: ['issued', 'repair', 'disabled', 'lost', 'scrapped'],
  issued: ['stock', 'repair', 'disabled', 'lost', 'scrapped'],
  activated: ['stock', 'repair', 'disabled', 'lost', 'scrapped'],
  in_use: ['repair', 'disabled', 'lost'],
  repair: ['stock', 'issued', 'disabled', 'lost', 'scrapped'],
  disabled: ['stock', 'issued', 'repair', 'lost', 'scrapped'],
  lost: ['stock', 'issued', 'scrapped'],
  scrapped: [],
};

/** States that binding and unbinding do not change. */
export const outOfService: readonly string[] = ['repair', 'disabled', 'lost'] satisfies EquipmentState[];

/** Returns the allowed transitions of a bound device: out of service and back. */
function boundMoves(row: StateInput): readonly EquipmentState[] {
  const out: readonly EquipmentState[] = ['repair', 'disabled', 'lost'];
  const back = outOfService.includes(row.state) ? [boundState(row)] : [];
  return [...back, ...out.filter((state) => state !== row.state)];
}

/** Returns the states that a user can set now. */
export function movesOf(row: StateInput): readonly EquipmentState[] {
  return row.customerId === null ? free[row.state as EquipmentState] : boundMoves(row);
}

/** Returns whether the device can be bound: not in repair, disabled, lost or scrapped; a bound device may be in use. */
export const isBindable = ({ state, customerId }: Pick<StateInput, 'state' | 'customerId'>): boolean =>
  ['stock', 'issued', 'activated', ...(customerId === null ? [] : ['in_use'])].includes(state);
