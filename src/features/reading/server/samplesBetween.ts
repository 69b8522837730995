import type { Db } from '#server/db/db.ts';
import { type RawValue, rawValues } from './seriesValues.ts';
import { spansOf } from './spans.ts';

/** Usable value of a person, with whether somebody was in bed. */
export interface SampleBetween {
  metric: string;
  /** Ms since 1970. */
  at: number;
  value: number;
  flags: number;
  /** 1 in bed, 0 out of bed, by the same device within 12 hours before; null: unknown, or of no meaning for the kind. */
  inBed: number | null;
}

const inBedHours = 12 * 3_600_000;
/** Kinds of which `inBed` is known, as for newest values. */
const inBedKinds = new Set(['heart_rate', 'breath_rate', 'spo2']);

/** Returns what a device says of the bed at instants that are asked in order. */
function bedAt(values: readonly RawValue[]): (at: number) => number | null {
  const points = values.map(({ at, value }) => ({ at: Date.parse(at), value }));
  let index = -1;
  return (at) => {
    while ((points[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    const last = points[index];
    return last && last.at > at - inBedHours ? last.value : null;
  };
}

/**
 * Returns the usable values of a person of these kinds between two instants, ms since 1970, oldest first; of one kind the
 * newest `limit`.
 */
export async function samplesBetween(
  tx: Db,
  customerId: string,
  { metrics, from, until, limit }: { metrics: readonly string[]; from: number; until: number; limit: number },
): Promise<SampleBetween[]> {
  const spans = await spansOf(tx, customerId, from - inBedHours, until);
  const beds = metrics.some((metric) => inBedKinds.has(metric))
    ? Map.groupBy(
        await rawValues(tx, spans, { metric: 'in_bed', from: from - inBedHours, until }, limit),
        ({ sourceId }) => sourceId,
      )
    : new Map<string, RawValue[]>();
  const samples: SampleBetween[] = [];
  for (const metric of metrics) {
    const lookUps = new Map([...beds].map(([sourceId, values]) => [sourceId, bedAt(values)]));
    for (const { at, value, flags, sourceId } of await rawValues(tx, spans, { metric, from, until }, limit)) {
      const time = Date.parse(at);
      const inBed = inBedKinds.has(metric) ? (lookUps.get(sourceId)?.(time) ?? null) : null;
      samples.push({ metric, at: time, value, flags, inBed });
    }
  }
  return metrics.length === 1 ? samples : samples.sort((a, b) => a.at - b.at);
}
