import { encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { todayInChina } from '#shared/idCard.ts';
import type { DemoCustomer } from './customers.ts';

/** Demo customer as written to the database. */
export interface Written extends DemoCustomer {
  id: string;
}

/** Occupants of the beds of 长桥服务站, in bed order; null: free. */
const guests = ['梁宝珍', '云阿福', '杨招娣', null, '戚阿香', '范月琴', null, '柳银花'];
const floors = ['1', '2'];
const roomsPerFloor = 4;

/** Two floors of four rooms with two beds each in one service station: some occupied, two reserved, one closed. */
export async function addBeds(tx: Db, customers: readonly Written[]): Promise<void> {
  const station = await tx
    .selectFrom('department')
    .select('id')
    .where('demo', '=', true)
    .where('type', '=', 'station')
    .where('name', '=', '长桥服务站')
    .executeTakeFirst();
  if (!station) return;
  const spots = floors.flatMap((floor) =>
    Array.from({ length: roomsPerFloor }, (_, index) => `${floor}0${index + 1}`).flatMap((room) =>
      ['1', '2'].map((bed) => ({ floor, room, bed })),
    ),
  );
  const beds = spots.map((spot, index) => {
    const customerId = customers.find(({ name }) => name === guests[index])?.id ?? null;
    const last = spots.length - 1;
    const state = index === last ? ('closed' as const) : index >= last - 2 ? ('reserved' as const) : ('free' as const);
    return { ...spot, departmentId: station.id, building: '康养楼', customerId, state };
  });
  await tx.insertInto('customerBed').values(beds).execute();
}

const dayMs = 86_400_000;
const inDays = (days: number) => todayInChina(Date.now() + days * dayMs);
/** Returns an encrypted number of a county that does not exist. */
const numbered = (index: number) => encrypt(`3308990${String(100_000 + index * 37)}`);

/**
 * Adds demo benefits: health insurance for every third customer, care for the frailest, and one expired document. One
 * ends within a month, so that its reminder shows.
 */
export async function addBenefits(tx: Db, customers: readonly Written[]): Promise<void> {
  const rows = customers.flatMap(({ id: customerId, age, abilityLevel }, index) => [
    ...(index % 3 === 0
      ? [{ customerId, kind: 'medical' as const, grade: '城乡居民', numberCipher: numbered(index), until: null }]
      : []),
    ...(abilityLevel >= 3
      ? [
          {
            ...{ customerId, kind: 'long_term_care' as const, numberCipher: numbered(index) },
            ...{ grade: abilityLevel === 3 ? '重度失能 Ⅰ 级' : '重度失能 Ⅲ 级', until: inDays(12 + index * 3) },
          },
        ]
      : []),
    ...(index % 10 === 0 && age >= 80
      ? [
          {
            ...{ customerId, kind: 'disability' as const, numberCipher: numbered(index + 1) },
            ...{ grade: '听力三级', until: inDays(index === 0 ? -12 : 400 + index) },
          },
        ]
      : []),
  ]);
  await tx.insertInto('benefit').values(rows).execute();
}
