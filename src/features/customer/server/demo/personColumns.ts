import { encrypt } from '#server/core/crypto.ts';
import type { SeededRandom } from '#server/feature/populate.ts';
import { searchColumns } from '#server/feature/search.ts';
import { chronicDiseases, livingStates } from '#shared/codes.ts';
import { buildingPosition, districtPlaces } from '#shared/district.ts';
import { checkCharacter } from '#shared/idCard.ts';
import { encryptHealth } from '../health.ts';
import { encryptIdNo } from '../identity.ts';
import { givenNames, surnames } from './names.ts';

/** Home and responsible user of populated customers. */
export interface Homes {
  departments: { id: string; estate: string }[];
  projects: string[];
  userIds: string[];
}

/** Returns the customer number for `number`; it marks the row as populated. */
export function populatedNo(number: number): string {
  return `YS${String(number).padStart(7, '0')}`;
}

const day = 86_400_000;
/**
 * Days of twenty years; `step` has no common divisor with `days`, so that each number gets a unique day and position.
 */
const band = { days: 7300, step: 3571 };
/** First birth date of three in four customers, and of the rest, who are over eighty. */
const bornFrom = { younger: Date.UTC(1946, 0, 1), older: Date.UTC(1926, 0, 1) };

/** Returns the birth date and the position on that day; the pair is unique per number. */
function birthOf(number: number): { birthDate: string; place: number } {
  const older = number % 4 === 3;
  const index = older ? Math.floor(number / 4) : Math.floor(number / 4) * 3 + (number % 4);
  const born = (older ? bornFrom.older : bornFrom.younger) + ((index * band.step) % band.days) * day;
  return { birthDate: new Date(born).toISOString().slice(0, 10), place: Math.floor(index / band.days) };
}

/**
 * Returns an ID number of county 330899, which does not exist; the demo's customers use the lower half of a day's
 * numbers.
 */
function idNoOf(birthDate: string, place: number, gender: 1 | 2): string {
  const digits = `330899${birthDate.replaceAll('-', '')}${500 + place * 2 + (gender === 1 ? 1 : 0)}`;
  return digits + checkCharacter(digits);
}

/** Returns a mobile number with prefix 154, which belongs to no operator: it looks valid but never rings. */
export function populatedMobile(number: number): string {
  return `154${String((number * 7_919_003) % 100_000_000).padStart(8, '0')}`;
}

const codes = Object.keys(livingStates) as (keyof typeof livingStates)[];
const living = [
  ...Array(30).fill('alone'),
  ...Array(40).fill('spouse'),
  ...Array(20).fill('children'),
  ...codes,
] as typeof codes;
const abilities = [
  ...Array(60).fill(0),
  ...Array(20).fill(1),
  ...Array(10).fill(2),
  ...Array(6).fill(3),
  ...Array(4).fill(4),
] as number[];
const states = [
  ...Array(90).fill('active'),
  'paused',
  'paused',
  'paused',
  'pending',
  'pending',
  'pending',
  'ended',
  'ended',
  'deceased',
  'deceased',
] as string[];
const illnesses = Object.keys(chronicDiseases) as (keyof typeof chronicDiseases)[];
const common: typeof illnesses = ['hypertension', 'hypertension', 'hypertension', 'diabetes', 'coronary', 'stroke'];
const flags = ['听力差', '视力差', '心脏病史', '跌倒高风险', '认知障碍'];
const medicines = [
  '氨氯地平 5mg 早 1 次',
  '二甲双胍 0.5g 早晚各 1 次',
  '阿司匹林 100mg 早 1 次',
  '碳酸钙 D3 600mg 午 1 次',
];
/** Counties of 衢州; the first has most customers. */
const counties = ['330802', '330802', '330802', '330803', '330803', '330822', '330824', '330825', '330881'];

function categoriesOf(random: SeededRandom, older: boolean, alone: boolean): string[] {
  const candidates = [
    older && 'aged',
    alone && 'alone',
    random.hits(0.08) && 'low_income',
    random.hits(0.05) && 'disabled',
    random.hits(0.15) && 'empty_nest',
  ];
  const categories = candidates.filter((category) => category !== false);
  return categories.length > 0 ? categories : ['ordinary'];
}

function dayFrom(today: number, days: number): string {
  return new Date(today + days * day).toISOString().slice(0, 10);
}

function homeOf(random: SeededRandom, { departments }: Homes) {
  const { id, estate } = random.of(departments);
  const { street = '', buildings = 1 } = districtPlaces[estate] ?? {};
  const building = 1 + random.below(buildings);
  const floor = 1 + random.below(6);
  return {
    departmentId: id,
    regionCode: random.of(counties),
    street,
    community: estate,
    address: `${building}幢${1 + random.below(3)}单元${floor}0${1 + random.below(4)}`,
    addressNote: floor === 1 ? '1 楼' : `${floor} 楼，无电梯`,
    ...buildingPosition(estate, building),
  };
}

/** Returns the columns of customer `number` as JSON values. */
export function populatedCustomer(number: number, random: SeededRandom, homes: Homes) {
  const gender = random.hits(0.56) ? 2 : 1;
  const name = random.of(surnames) + random.of(givenNames[gender]);
  const { birthDate, place } = birthOf(number);
  const { idNoCipher, idNoHash, idNoTailHash } = encryptIdNo(idNoOf(birthDate, place, gender));
  const livingState = random.of(living);
  const chronic = [...new Set([random.of(common), random.of(illnesses)])].slice(0, random.below(3));
  const landline = random.hits(0.12);
  const today = Date.now();
  const serviceState = random.of(states);
  const assessed = random.hits(0.45) ? dayFrom(today, random.below(500) - 120) : null;
  return {
    no: populatedNo(number),
    name,
    ...searchColumns(name),
    idNoCipher,
    idNoHash: idNoHash.toString('hex'),
    idNoTailHash: idNoTailHash.toString('hex'),
    gender,
    birthDate,
    mobile: landline ? null : populatedMobile(number),
    phone: landline ? `0570-5${String((number * 7919) % 10_000_000).padStart(7, '0')}` : null,
    ...homeOf(random, homes),
    entryCipher: livingState === 'alone' && random.hits(0.3) ? encrypt('邻居有备用钥匙') : null,
    livingState,
    abilityLevel: random.of(abilities),
    assessedUntil: assessed,
    category: categoriesOf(random, birthDate < '1946', livingState === 'alone'),
    chronic,
    tag: random.hits(0.06) ? [random.of(['key_care', 'follow_up', 'new'])] : [],
    healthCipher: encryptHealth({
      conditions: chronic.map((code) => chronicDiseases[code]),
      medicines: chronic.map(() => random.of(medicines)),
      allergies: random.hits(0.06) ? ['青霉素'] : [],
      flags: random.hits(0.15) ? [random.of(flags)] : [],
    }),
    serviceState,
    returnDate: serviceState === 'paused' ? dayFrom(today, 1 + random.below(60)) : null,
    responsibleId: homes.userIds.length > 0 && random.hits(0.3) ? random.of(homes.userIds) : null,
    projectId: homes.projects[random.of([0, 0, 0, 0, 0, 0, 1, 1, 1, 2]) % homes.projects.length] ?? '',
    createdAt: new Date(today - random.below(1000 * day)).toISOString(),
  };
}
