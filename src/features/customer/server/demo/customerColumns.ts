import { encrypt } from '#server/core/crypto.ts';
import { searchColumns } from '#server/feature/search.ts';
import type { livingStates } from '#shared/codes.ts';
import { buildingPosition, districtPlaces } from '#shared/district.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { encryptHealth, type HealthSummary } from '../record/health.ts';
import { encryptIdNo } from '../record/identity.ts';

/** What is invented about a demo customer; the other columns follow. */
export interface DemoFacts {
  name: string;
  /** Code of GB/T 2261.1: 1 male, 2 female. */
  gender: 1 | 2;
  birthDate: string;
  /** Sequence of the ID number, 0–999: unique per birth date, odd for men. */
  sequence: number;
  /** Over 80. */
  isOld: boolean;
  livingState: keyof typeof livingStates;
  abilityLevel: number;
  estate: string;
  building: number;
  unit: number;
  room: string;
  hasEntryNote: boolean;
  health: Partial<HealthSummary>;
}

/** Returns an ID number of county 330899, which does not exist: it belongs to no citizen, its check character is valid. */
function idNoOf({ birthDate, sequence }: DemoFacts): string {
  const digits = `330899${birthDate.replaceAll('-', '')}${String(sequence).padStart(3, '0')}`;
  return digits + checkCharacter(digits);
}

/** Returns categories derived from age, living state and ability, as a community would enter them. */
function categoriesOf({ isOld, livingState, abilityLevel }: DemoFacts): string[] {
  return [
    ...(isOld ? ['aged'] : []),
    ...(livingState === 'alone' ? ['alone'] : livingState === 'spouse' ? ['empty_nest'] : []),
    ...(abilityLevel >= 3 ? ['disabled'] : []),
  ];
}

/** Returns the columns that follow from the person, at home in a building of the demo district. */
export function customerColumns(person: DemoFacts) {
  const { name, gender, birthDate, livingState, abilityLevel, estate, building, unit, room } = person;
  const floor = Number(room[0]);
  return {
    ...{ name, gender, birthDate, livingState, abilityLevel },
    ...searchColumns(name),
    ...encryptIdNo(idNoOf(person)),
    street: districtPlaces[estate]?.street ?? '',
    community: estate,
    address: `${building}幢${unit}单元${room}`,
    addressNote: floor === 1 ? '1 楼' : `${floor} 楼，无电梯`,
    entryCipher: person.hasEntryNote ? encrypt(`邻居有备用钥匙；单元门禁 ${building}${room}#`) : null,
    ...buildingPosition(estate, building),
    category: categoriesOf(person),
    healthCipher: encryptHealth(person.health),
    demo: true,
  };
}
