import type { SeededRandom } from '#server/feature/populate.ts';
import { buildingPosition } from '#shared/district.ts';
import type { DemoFacts } from './customerColumns.ts';
import { laterNames, surnames } from './names.ts';

export interface MadeContact {
  name: string;
  relation: string;
  mobile: string | null;
  phone: string | null;
  address: string | null;
  hasKey: boolean;
  isEmergency: boolean;
  isGuardian: boolean;
  lat: number | null;
  lng: number | null;
}

/** Returns the usual contacts of a customer with this child. */
export function relationsFor(livingState: DemoFacts['livingState'], child: 'son' | 'daughter'): string[] {
  if (livingState === 'alone') return [child, 'neighbour'];
  if (livingState === 'spouse') return ['spouse', child];
  return livingState === 'children' ? [child, child === 'son' ? 'daughter_in_law' : 'son_in_law'] : [child];
}

/**
 * Returns the contacts in the order of calling; the first is the guardian, a neighbour next door has a key.
 * @param mobileOf returns the number of the contact at a position of the list
 */
export function contactsOf(
  person: Pick<DemoFacts, 'name' | 'gender' | 'estate' | 'building'>,
  relations: readonly string[],
  random: SeededRandom,
  mobileOf: (place: number) => string,
): MadeContact[] {
  const nextDoor = person.building > 1 ? person.building - 1 : person.building + 1;
  return relations.map((relation, place) => {
    const isNear = relation === 'neighbour';
    const hasName = relation === 'son' || (relation === 'daughter' && person.gender === 1);
    return {
      name: (hasName ? person.name.slice(0, 1) : random.of(surnames)) + random.of(laterNames),
      relation,
      mobile: mobileOf(place),
      phone: null,
      address: isNear ? `${person.estate} ${nextDoor}幢1单元102` : null,
      hasKey: isNear || relation === 'carer',
      isEmergency: place === 0,
      isGuardian: place === 0,
      ...(isNear ? buildingPosition(person.estate, nextDoor) : { lat: null, lng: null }),
    };
  });
}
