import type { Static } from '#shared/typebox.ts';
import type { Allergy, Medicine } from '../../contract/health.ts';
import type { HealthSummary } from './health.ts';

/** Row of the health archive: the id of a stored one, none for one to be added. */
interface Stored {
  id?: string | undefined;
}

/** Condition: a code of ICD-10, the group of the person's filter, a name; at least the name. */
export interface ConditionRow extends Stored {
  name: string;
  code?: string | null | undefined;
  chronic?: string | null | undefined;
  since?: string | null | undefined;
  hospital?: string | null | undefined;
  state?: 'active' | 'remission' | 'resolved' | undefined;
}

/** Fields as stored: an empty one may be null. */
type Emptied<R> = { [K in keyof R]: R[K] | null };
export type AllergyRow = Stored & Emptied<Omit<Static<typeof Allergy>, 'name'>> & { name: string };
export type MedicineRow = Stored & Emptied<Omit<Static<typeof Medicine>, 'name'>> & { name: string };

/** What the tables of the health archive say of a person, in the order of entry. */
export interface HealthRows {
  conditions: ConditionRow[];
  allergies: AllergyRow[];
  medicines: MedicineRow[];
}

export const noHealthRows: HealthRows = { conditions: [], allergies: [], medicines: [] };

/** 青霉素（皮疹）. */
export const allergyText = ({ name, reaction }: AllergyRow) => (reaction ? `${name}（${reaction}）` : name);
/** 氨氯地平 5mg 每日一次. */
export const medicineText = ({ name, dose, frequency }: MedicineRow) =>
  [name, dose, frequency].filter(Boolean).join(' ');

const once = (texts: readonly string[]) => [...new Set(texts)];

/** Returns whether the desk is told of a condition. */
export const isPresent = ({ state }: ConditionRow) => state !== 'resolved';
/** Returns whether a medicine is taken. */
export const isTaken = ({ state }: MedicineRow) => state !== 'stopped';

/** Returns what the desk reads of the rows, and the groups of the person's filter. */
export function wordsOf({ conditions, allergies, medicines }: HealthRows): {
  words: Pick<HealthSummary, 'conditions' | 'allergies' | 'medicines'>;
  chronic: string[];
} {
  const present = conditions.filter(isPresent);
  return {
    words: {
      conditions: once(present.map(({ name }) => name)),
      allergies: once(allergies.map(allergyText)),
      medicines: once(medicines.filter(isTaken).map(medicineText)),
    },
    chronic: once(present.flatMap(({ chronic }) => chronic ?? [])),
  };
}
