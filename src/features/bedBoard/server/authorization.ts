import { bedBoardApi } from '#features/bedBoard/contract.ts';
import { authorizationCases, type RecordKind, shows } from '#server/testing/authorization.ts';
import { aCustomer, aDevice, aMark } from '#server/testing/rows.ts';

/** A person at home with a mat that has spoken. */
const withMat: RecordKind = {
  table: 'customer',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const id = await aCustomer(app, { ...place, name: mark });
    await app.sql('update customer set created_by = $2 where id = $1', [id, owner.id]);
    const device = await aDevice(app, { customer: id });
    await app.sql(
      `insert into reading_latest (customer_id, metric, at, value, flags, source_id, since) values ($1, 'in_bed', now(), 1, 0, $2, now())`,
      [id, device.id],
    );
    return { id, mark };
  },
};

/** Authorization cases of the board. */
export default authorizationCases(
  bedBoardApi,
  {
    getBedBoard: {
      checks: [shows('withMat', (_record, { here }) => ({ departmentId: here.department }))],
      alsoFree: { departmentId: 'narrows the people in scope', projectId: 'narrows the people in scope' },
    },
  },
  { withMat },
);
