import { leaveApi } from '#features/leave/contract.ts';
import { authorizationCases, names, type RecordKind, shows } from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';

const leave: RecordKind = {
  table: 'customer_leave',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const [row] = await app.sql<{ id: string }>(
      `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now(), now() + interval '1 hour') returning id::text`,
      [customerId],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Authorization cases of the calls about leaves and the leaving checklist. */
export default authorizationCases(
  leaveApi,
  {
    getCustomerState: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    tickLeaving: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, item: 'keysBack', done: true }), {
          ready: ({ id }, { app }) => app.sql(`update customer set service_state = 'ended' where id = $1`, [id]),
        }),
      ],
    },
    getLeaveList: {
      checks: [shows('leave', () => ({ limit: 200 }))],
    },
    addLeave: {
      checks: [
        names(
          'customer',
          ({ id }) => ({
            ...{
              customerId: id,
              kind: 'outing',
              from: '2026-01-02T03:04:05.000Z',
              expectedReturn: '2099-01-02T03:04:05.000Z',
            },
          }),
          { ready: ({ id }, { app }) => app.sql(`update customer set service_state = 'active' where id = $1`, [id]) },
        ),
      ],
    },
    returnLeave: { checks: [names('leave', ({ id }) => ({ id }))] },
  },
  { leave },
);
