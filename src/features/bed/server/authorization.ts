import { bedApi } from '#features/bed/contract.ts';
import {
  anAssignedCustomer,
  authorizationCases,
  names,
  type RecordKind,
  refers,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aMark } from '#server/testing/rows.ts';

const bed: RecordKind = {
  table: 'customer_bed',
  anyProject: 'a bed stands in a department, whatever the project of who lies there',
  ownedBy: 'entered',
  async make(app, place) {
    const mark = aMark();
    const [row] = await app.sql<{ id: string }>(
      `insert into customer_bed (department_id, building, floor, room, bed) values ($1, $2, '1', '101', '1') returning id::text`,
      [place.department, mark],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Returns the occupant of the bed; assigns a customer visible to the caller if the bed is free. */
async function lying(id: string, world: Pick<World, 'app' | 'here' | 'user'>): Promise<string> {
  const [row] = await world.app.sql('select customer_id from customer_bed where id = $1', [id]);
  return row?.customer_id ? String(row.customer_id) : anAssignedCustomer(world);
}

/** Authorization cases of the calls about beds. */
export default authorizationCases(
  bedApi,
  {
    getBedList: {
      checks: [shows('bed', () => ({ limit: 200 })), shows('bed', ({ mark }) => ({ keyword: mark }))],
    },
    addBed: {
      checks: [
        refers('department', ({ id }) => ({ departmentId: id, building: aMark(), floor: '1', room: '101', bed: '1' }), {
          ready: ({ id }, { app }) => app.sql(`update department set type = 'org' where id = $1`, [id]),
        }),
      ],
    },
    editBed: { checks: [names('bed', ({ id }) => ({ id, version: 1, state: 'closed' }))] },
    assignBed: {
      checks: [
        names('bed', async ({ id }, world) => ({ customerId: await anAssignedCustomer(world), bedId: id })),
        names('customer', async ({ id }, { app, here, user }) => {
          const newBed = await bed.make(app, here, user);
          await app.sql('update customer_bed set created_by = $2 where id = $1', [newBed.id, user.id]);
          return { customerId: id, bedId: newBed.id };
        }),
      ],
    },
    releaseBed: {
      checks: [
        names('bed', async ({ id }, world) => ({ customerId: await lying(id, world), bedId: id }), {
          ready: async ({ id }, world) =>
            world.app.sql('update customer_bed set customer_id = $2 where id = $1', [
              id,
              await anAssignedCustomer(world),
            ]),
        }),
        names('customer', async ({ id }, { app, here, user }) => {
          const newBed = await bed.make(app, here, user);
          await app.sql(
            'update customer_bed set created_by = $2, customer_id = (select id from customer where id = $3) where id = $1',
            [newBed.id, user.id, id],
          );
          return { customerId: id, bedId: newBed.id };
        }),
      ],
    },
  },
  { bed },
);
