import { type SeededRandom, seededRandom } from '#server/feature/populate.ts';
import type { livingStates } from '#shared/codes.ts';
import { districtPlaces } from '#shared/district.ts';
import { populatedNo } from '../customerNo.ts';
import type { MadeCustomer } from './addCustomers.ts';
import { contactsOf, relationsFor } from './contacts.ts';
import { customerColumns, type DemoFacts } from './customerColumns.ts';
import { healthOf, illnessesOf } from './healthOf.ts';
import { givenNames, surnames } from './names.ts';

/** Home and responsible user of populated customers. */
export interface Homes {
  departments: { id: string; estate: string }[];
  projects: string[];
  userIds: string[];
}

const day = 86_400_000;
/**
 * Days of twenty years; `step` has no common divisor with `days`, so that each number gets a unique day and position.
 */
const band = { days: 7300, step: 3571 };
/** First birth date of three in four customers, and of the rest, who are over eighty. */
const bornFrom = { younger: Date.UTC(1946, 0, 1), older: Date.UTC(1926, 0, 1) };
/** First sequence of these ID numbers: the demo's customers use the lower half of a day's numbers. */
const firstSequence = 500;
/** Offset of the contacts' phone numbers, behind those of all customers. */
const contactOffset = 20_000_000;

/** Returns the birth date and the position on that day; the pair is unique per number. */
function birthOf(number: number): { birthDate: string; place: number } {
  const older = number % 4 === 3;
  const index = older ? Math.floor(number / 4) : Math.floor(number / 4) * 3 + (number % 4);
  const born = (older ? bornFrom.older : bornFrom.younger) + ((index * band.step) % band.days) * day;
  return { birthDate: new Date(born).toISOString().slice(0, 10), place: Math.floor(index / band.days) };
}

/** Returns a mobile number with prefix 154, which belongs to no operator: it looks valid but never rings. */
function mobileOf(number: number): string {
  return `154${String((number * 7_919_003) % 100_000_000).padStart(8, '0')}`;
}

/** Returns a list for `SeededRandom.of` in which each value is as often as its weight. */
function weighted<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T[] {
  return (Object.keys(weights) as T[]).flatMap((value) => Array<T>(weights[value] ?? 0).fill(value));
}

const living = weighted<keyof typeof livingStates>({
  ...{ alone: 31, spouse: 41, children: 21, parents: 1 },
  ...{ siblings: 1, relatives: 1, others: 1, institution: 1 },
});
const abilities = weighted({ 0: 60, 1: 20, 2: 10, 3: 6, 4: 4 }).map(Number);
const states = weighted({ active: 90, paused: 3, pending: 3, ended: 2, deceased: 2 });
/** Counties of 衢州; the first has most customers. */
const counties = ['330802', '330802', '330802', '330803', '330803', '330822', '330824', '330825', '330881'];

function dayFrom(today: number, days: number): string {
  return new Date(today + days * day).toISOString().slice(0, 10);
}

function personOf(number: number, random: SeededRandom, estate: string, health: DemoFacts['health']): DemoFacts {
  const gender = random.hits(0.56) ? 2 : 1;
  const { birthDate, place } = birthOf(number);
  const livingState = random.of(living);
  return {
    name: random.of(surnames) + random.of(givenNames[gender]),
    gender,
    birthDate,
    sequence: firstSequence + place * 2 + (gender === 1 ? 1 : 0),
    isOld: birthDate < '1946',
    livingState,
    abilityLevel: random.of(abilities),
    estate,
    building: 1 + random.below(districtPlaces[estate]?.buildings ?? 1),
    unit: 1 + random.below(3),
    room: `${1 + random.below(6)}0${1 + random.below(4)}`,
    hasEntryNote: livingState === 'alone' && random.hits(0.3),
    health,
  };
}

/** Returns customer `number` with the contacts. */
export function populatedCustomer(number: number, homes: Homes): MadeCustomer {
  const random = seededRandom(number);
  const today = Date.now();
  const { id: departmentId, estate } = random.of(homes.departments);
  const ill = illnessesOf(random, random.below(3));
  const person = personOf(number, random, estate, healthOf(ill, random));
  const columns = customerColumns(person);
  const category = [...columns.category, ...(random.hits(0.08) ? ['low_income'] : [])];
  const isLandline = random.hits(0.12);
  const serviceState = random.of(states);
  const createdAt = new Date(today - random.below(1000 * day)).toISOString();
  const row = {
    no: populatedNo(number),
    ...columns,
    category: category.length > 0 ? category : ['ordinary'],
    mobile: isLandline ? null : mobileOf(number),
    phone: isLandline ? `0570-5${String((number * 7919) % 10_000_000).padStart(7, '0')}` : null,
    regionCode: random.of(counties),
    assessedUntil: random.hits(0.45) ? dayFrom(today, random.below(500) - 120) : null,
    chronic: ill.map(({ code }) => code),
    tag: random.hits(0.06) ? [random.of(['key_care', 'follow_up', 'new'])] : [],
    serviceState,
    returnDate: serviceState === 'paused' ? dayFrom(today, 1 + random.below(60)) : null,
    responsibleId: homes.userIds.length > 0 && random.hits(0.3) ? random.of(homes.userIds) : null,
    departmentId,
    projectId: homes.projects[random.of([0, 0, 0, 0, 0, 0, 1, 1, 1, 2]) % homes.projects.length] ?? '',
    source: 'import',
    createdAt,
    updatedAt: createdAt,
  };
  const relations = relationsFor(person.livingState, random.of(['son', 'daughter']));
  const contacts = contactsOf(person, relations, random, (place) => mobileOf(contactOffset + number * 2 + place));
  return { row, contacts };
}
