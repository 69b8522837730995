import type { readingApi } from '#features/reading/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { bandSetsFrom, type OwnedBand } from '#shared/health/bandSets.ts';
import type { BandSets } from '#shared/health/bands.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';

type Round = OutputOf<typeof readingApi.getReadingRound>[number];
export type Latest = Round['latest'][number];

/** Customer of a round with the limits that apply and the newest values by kind. */
export interface RoundRow extends Pick<Round, 'name' | 'age' | 'building' | 'room' | 'bed' | 'sealed' | 'oxygenScale'> {
  /** The customer's. */
  id: string;
  sets: BandSets;
  latest: ReadonlyMap<ReadingKindName, Latest>;
}

/**
 * Returns the rows of a round.
 * @param bands those of all illnesses and of the house
 */
export function roundRows(round: readonly Round[], bands: readonly OwnedBand[], today: string): RoundRow[] {
  return round.map(({ customerId, chronic, bands: own, latest, ...row }) => {
    const general = bands.filter((band) => band.chronic === null || chronic.some((code) => code === band.chronic));
    const personal = own.map((band) => ({ ...band, customerId, chronic: null, until: null }));
    return {
      ...row,
      id: customerId,
      sets: bandSetsFrom([...personal, ...general], today),
      latest: new Map(latest.map((value) => [value.kind, value])),
    };
  });
}

/** 301-2; without a bed nothing. */
export const bedText = ({ room, bed }: Pick<RoundRow, 'room' | 'bed'>): string => (room ? `${room}-${bed}` : '');
