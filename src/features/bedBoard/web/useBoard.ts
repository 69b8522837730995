import { useMemo } from 'react';
import { bedBoardApi } from '#features/bedBoard/contract.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Card } from './card.ts';

/** Interval of the board, ms; the times in bed change slowly. */
const pollMs = 5000;
const stripMs = 60_000;

/** Loads the beds of a department while the page is in front. */
export function useBoard(departmentId: string | undefined) {
  const input = { departmentId: departmentId ?? '' };
  const enabled = departmentId !== undefined;
  const { data, at, problem, reload } = useCall(bedBoardApi.getBedBoard, input, { enabled, refetchInterval: pollMs });
  const { data: withStrip } = useCall(
    bedBoardApi.getBedBoard,
    { ...input, strip: true },
    // The first look reads a day of values: not twice at once.
    { enabled: data !== undefined, refetchInterval: stripMs },
  );
  const strips = useMemo(
    () => new Map(withStrip?.map(({ equipmentId, customerId, strip }) => [`${customerId} ${equipmentId}`, strip])),
    [withStrip],
  );
  const cards = useMemo(
    () => data?.map((card): Card => ({ ...card, strip: strips.get(`${card.customerId} ${card.equipmentId}`) ?? null })),
    [data, strips],
  );
  return { cards, at, problem, reload };
}
