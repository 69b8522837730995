import type { gatewayApi } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { listTime } from '#web/data/format.ts';

export type Beats = OutputOf<typeof gatewayApi.getGatewayBeats>;

/** Length of a slot, ms. */
export const slotMs = 600_000;

/** Silence between two slots with signs of life, ms since 1970; open: it lasts. */
export interface Gap {
  from: number;
  to: number;
  isOpen: boolean;
}

/**
 * Returns the silences of a gateway, oldest first. The time before its first sign of life is none, and the current slot,
 * which has only begun, is not counted. A silence lasts only while the gateway is not online: slots are written late.
 */
export function gapsOf(beats: Beats, isOnline: boolean): Gap[] {
  const gaps: Gap[] = [];
  let silentFrom: number | undefined;
  const last = beats.length - 1;
  for (const [index, { at, beats: count }] of beats.entries()) {
    const from = Date.parse(at);
    if (count === 0) continue;
    if (silentFrom !== undefined && from > silentFrom) gaps.push({ from: silentFrom, to: from, isOpen: false });
    silentFrom = from + slotMs;
    if (index === last) return gaps;
  }
  if (isOnline) return gaps;
  const end = last < 0 ? undefined : Date.parse(beats[last]?.at ?? '');
  if (silentFrom !== undefined && end !== undefined && end > silentFrom)
    gaps.push({ from: silentFrom, to: end, isOpen: true });
  return gaps;
}

/** Returns 02:10–02:40, or 02:10 起 for a silence that lasts. */
export function spanText({ from, to, isOpen }: Gap): string {
  const at = (ms: number) => listTime(new Date(ms).toISOString()).replace(/:00$/, '');
  return isOpen ? `${at(from)} 起` : `${at(from)}–${at(to).split(' ').at(-1)}`;
}
