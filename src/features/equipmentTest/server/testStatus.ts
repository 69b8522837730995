import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { testApi } from '../contract.ts';
import { testBy } from './testWindow.ts';

type TestStatus = OutputOf<typeof testApi.getEquipmentTest>;

/** Number of latest messages shown. */
const maxArrivals = 20;

async function lastWindow(id: string) {
  return db
    .selectFrom('equipmentTest')
    .innerJoin('user', 'user.id', 'equipmentTest.startedBy')
    .select(['equipmentTest.startedAt', 'equipmentTest.untilAt', 'equipmentTest.endedAt'])
    .select(['equipmentTest.heardAt', 'equipmentTest.heardType', 'user.name as startedBy'])
    .where('equipmentTest.equipmentId', '=', id)
    .orderBy('equipmentTest.startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the device's messages since then, newest first. */
async function arrivalsSince(id: string, since: string): Promise<TestStatus['arrivals']> {
  return db.rows(sql<TestStatus['arrivals'][number]>`
    select received_at as "receivedAt", kind, device_time as "deviceTime", late from raw_message
    where device_id = ${id} and received_at >= ${since}::timestamptz order by received_at desc limit ${maxArrivals}`);
}

/** Returns the running or last test window of a device, and the messages since it opened. */
export async function getEquipmentTest(
  viewer: Viewer,
  { id }: InputOf<typeof testApi.getEquipmentTest>,
): Promise<TestStatus> {
  const row = await db
    .selectFrom(scoped(viewer, 'equipment'))
    .innerJoin('model', 'model.id', 'equipment.modelId')
    .leftJoin('equipmentBinding as b', (join) =>
      join.onRef('b.equipmentId', '=', 'equipment.id').on('b.unboundAt', 'is', null),
    )
    .select(['equipment.id', 'equipment.sn', 'equipment.name', 'equipment.state', 'model.capabilities', 'b.testKind'])
    .select(
      sql<
        string | null
      >`(select customer.name from ${scoped(viewer, 'customer')} where customer.id = equipment.customer_id)`.as(
        'customerName',
      ),
    )
    .where('equipment.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('设备');
  const { capabilities, ...device } = row;
  const last = await lastWindow(id);
  const running = last !== undefined && last.endedAt === null && Date.parse(last.untilAt) > Date.now();
  const window = last && {
    startedAt: last.startedAt,
    until: last.untilAt,
    startedBy: last.startedBy,
    endedAt: last.endedAt ?? (running ? null : last.untilAt),
    heardAt: last.heardAt,
    heardType: last.heardType as NonNullable<TestStatus['window']>['heardType'],
  };
  return {
    ...device,
    state: device.state as TestStatus['state'],
    awaited: testBy(capabilities),
    window: window ?? null,
    running,
    arrivals: last ? await arrivalsSince(id, last.startedAt) : [],
  };
}
