import { stockApi } from '#features/stock/contract.ts';
import { authorizationCases, names, type RecordKind, refers, shows } from '#server/testing/authorization.ts';
import { aDevice, next } from '#server/testing/rows.ts';

/** Creates a device of a new batch. */
const batch: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id } = await aDevice(app, place);
    const mark = `批次${next()}号`;
    await app.sql('update equipment set batch = $2 where id = $1', [id, mark]);
    return { id, mark };
  },
};

const both = { noOwn: 'a device and a person at once: the other one is somebody else’s' };

/** Authorization cases of the calls about stock moves. */
export default authorizationCases(
  stockApi,
  {
    getStockList: { checks: [shows('batch', () => ({ limit: 200 }))] },
    getStockMoveList: {
      checks: [
        shows('equipment', () => ({ limit: 200 })),
        shows('equipment', ({ mark }) => ({ keyword: mark || 'x' })),
      ],
    },
    addStockMove: {
      checks: [
        names('equipment', ({ id }) => ({ kind: 'issue' as const, equipmentIds: [id] })),
        refers(
          'customer',
          async ({ id }, { app, here }) => ({
            ...{ kind: 'loan' as const, equipmentIds: [(await aDevice(app, here)).id] },
            ...{ customerId: id, dueDate: '2199-01-01' },
          }),
          both,
        ),
      ],
    },
  },
  { batch },
);
