import type { equipmentStates, testKinds } from '#shared/codes.ts';

export type EquipmentState = keyof typeof equipmentStates;

/** A device as far as its state follows from it. */
export interface StateInput {
  state: string;
  customerId: string | null;
  activatedAt: string | null;
  /** Of the present binding. */
  testKind: keyof typeof testKinds;
}

/** The state that a bound device has by itself: tried it is in use, heard it is activated (domain.md 6.18). */
export function boundState({ activatedAt, testKind }: Pick<StateInput, 'activatedAt' | 'testKind'>): EquipmentState {
  if (testKind !== 'none') return 'in_use';
  return activatedAt === null ? 'issued' : 'activated';
}

/** What may follow where nobody has the device. What was lost and is found goes back to the store, or out again. */
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

/** States that a device keeps whose it ever is. */
export const outOfService: readonly string[] = ['repair', 'disabled', 'lost'] satisfies EquipmentState[];

/** What may follow while somebody has it: out of service and back. */
function boundMoves(row: StateInput): readonly EquipmentState[] {
  const out: readonly EquipmentState[] = ['repair', 'disabled', 'lost'];
  const back = outOfService.includes(row.state) ? [boundState(row)] : [];
  return [...back, ...out.filter((state) => state !== row.state)];
}

/** The states that people can bring a device into as it stands. */
export function movesOf(row: StateInput): readonly EquipmentState[] {
  return row.customerId === null ? free[row.state as EquipmentState] : boundMoves(row);
}

/** Whether a device is at hand: not in repair, off, lost or scrapped. One that somebody has may be in use with them. */
export const isBindable = ({ state, customerId }: Pick<StateInput, 'state' | 'customerId'>): boolean =>
  ['stock', 'issued', 'activated', ...(customerId === null ? [] : ['in_use'])].includes(state);
