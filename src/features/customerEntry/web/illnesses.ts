import type { CustomerRecord } from '#features/customer/contract.ts';
import { labelOf } from '#web/data/dictionary.ts';

type Health = Pick<NonNullable<CustomerRecord['health']>, 'chronic' | 'conditions'>;

/** Each illness once: codes of the dictionary, then names that no code has. `conditions` holds the labels of the codes too. */
export function illnessesOf({ chronic, conditions }: Health): string[] {
  const labels = new Set(chronic.map((code) => labelOf('chronic', code)));
  return [...chronic, ...conditions.filter((name) => !labels.has(name))];
}
