import { gatewayApi } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { type Loaded, useCall } from '#web/screen/useCall.ts';
import { pollMs } from '../record/types.ts';

export type Child = OutputOf<typeof gatewayApi.getChildList>;

/** Maximum number of children to act on that are counted by kind and drawn. */
const maxPending = 100;

/** Children that wait for an act: new ones, and those that are registered elsewhere. */
export interface Pending {
  count: number;
  rows: readonly Child[];
}

/** Loads the children of a gateway that wait for an act. */
export function usePending(gatewayId: string): Loaded<Pending> {
  return useCall(
    gatewayApi.getChildList,
    { gatewayId, known: ['new', 'elsewhere'], limit: maxPending },
    { refetchInterval: pollMs },
  );
}

/** Number of children in words, with the filters of the list behind it. */
export type ChildFigure = readonly [label: string, count: number, filter: string];

/** Returns the figures 新 2, 别处 1, or the number of all where not all are loaded. */
export function pendingFigures({ count, rows }: Pending): ChildFigure[] {
  if (count > rows.length) return [['待处理', count, 'known=new,elsewhere']];
  const newCount = rows.filter(({ known }) => known === 'new').length;
  return [
    ['新', newCount, 'known=new'],
    ['别处', count - newCount, 'known=elsewhere'],
  ];
}
