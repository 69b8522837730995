import type { sleepApi } from '#features/sleep/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/** A night with everything that its page shows. */
export type NightRecord = OutputOf<typeof sleepApi.getNight>;

export const hourMs = 3_600_000;

/** Ends of the time axis of a night, ms: full hours around it. */
export function axisOf({ bedFrom, bedTo, heart }: NightRecord): [from: number, to: number] {
  const start = Date.parse(bedFrom);
  const end = bedTo === null ? Date.parse(heart.at(-1)?.at ?? bedFrom) : Date.parse(bedTo);
  return [
    Math.floor((start - hourMs / 6) / hourMs) * hourMs,
    Math.ceil((Math.max(end, start + hourMs) + hourMs / 6) / hourMs) * hourMs,
  ];
}
