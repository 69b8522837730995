import { parameter } from '#features/dictionary/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { presenceOf } from '#shared/health/night/presence.ts';
import { type Night, reckonNight } from '#shared/health/night/reckon.ts';
import { outside } from '#shared/health/night/span.ts';
import { makerNightsOf, type Part, partsOf, type Slot, silencesOf } from './source.ts';
import type { Target } from './target.ts';
import { binsOf, changesOf, presenceBefore } from './values.ts';

/** Night of a device and person; null where nobody was in bed. */
export interface Computed {
  part: Part;
  night: Night | null;
  /** Instant up to which it is computed, ms. */
  end: number;
}

/** Returns the time of the parts in which the device was the person's. */
function slotsOf(parts: readonly Part[]): Slot[] {
  return parts.flatMap(({ deviceId, spans }, part) => spans.map((span) => ({ ...span, part, deviceId })));
}

/** Computes the nights of devices up to an instant, ms, from what is stored. */
export async function computeNights(tx: Db, targets: readonly Target[], now: number): Promise<Computed[]> {
  const parts = await partsOf(tx, targets);
  if (parts.length === 0) return [];
  const slots = slotsOf(parts);
  const joinMs = (await parameter(tx, 'sleep', 'join_minutes', 120)) * 60_000;
  const before = await presenceBefore(tx, slots);
  const changes = await changesOf(tx, slots, 'in_bed');
  const stages = await changesOf(tx, slots, 'sleep_stage');
  const silences = await silencesOf(tx, parts);
  const makers = await makerNightsOf(tx, slots);
  const presence = parts.map((_, index) => [...(before.get(index) ?? []), ...(changes.get(index) ?? [])]);
  const ends = parts.map(({ spans, day }) => Math.min(now, spans.at(-1)?.until ?? now, day.whole.until));
  const inBed = parts.flatMap(({ deviceId, day: { whole } }, part): Slot[] =>
    presenceOf(presence[part] ?? [], [], { from: whole.from, until: ends[part] ?? now }).map((span) => ({
      ...span,
      part,
      deviceId,
    })),
  );
  const makerTime = [...makers].map(
    ([part, { from, until }]): Slot => ({ from, until, part, deviceId: parts[part]?.deviceId ?? '' }),
  );
  const binned = await binsOf(tx, [
    ...inBed,
    ...makerTime.filter(({ part }) => !inBed.some((slot) => slot.part === part)),
  ]);
  return parts.map((part, index) => {
    const end = ends[index] ?? now;
    const notTheirs = outside([{ from: part.day.whole.from, until: end }], part.spans);
    const night = reckonNight({
      ...{ day: part.day, now: end, joinMs, presence: presence[index] ?? [] },
      silences: [...(silences.get(part.deviceId) ?? []), ...notTheirs],
      stages: stages.get(index) ?? [],
      ...(binned.get(index) ?? { bins: {}, heard: [] }),
      maker: makers.get(index) ?? null,
    });
    return { part, night, end };
  });
}
