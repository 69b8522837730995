import type { BandRow, BandSets } from './bands.ts';

/** Band as stored: of a person, of an illness, or of the house. */
export interface OwnedBand extends BandRow {
  customerId: string | null;
  chronic: string | null;
  /** Last day on which it holds, YYYY-MM-DD; null: no end. */
  until: string | null;
}

/**
 * Sorts the bands of one person by what they belong to; those past their end are left out.
 * @param bands the person's, those of their illnesses only, and the house's
 * @param today day in the person's zone, YYYY-MM-DD
 */
export function bandSetsFrom(bands: readonly OwnedBand[], today: string): BandSets {
  const valid = bands.filter(({ until }) => until === null || until >= today);
  const illnesses = new Set(valid.flatMap(({ chronic }) => chronic ?? []));
  return {
    own: valid.filter(({ customerId }) => customerId !== null),
    illnesses: [...illnesses].map((code) => valid.filter(({ chronic }) => chronic === code)),
    house: valid.filter(({ customerId, chronic }) => customerId === null && chronic === null),
  };
}
