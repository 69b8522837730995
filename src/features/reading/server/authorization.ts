import { readingApi } from '#features/reading/contract.ts';
import { authorizationCases, counts, names, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';

const readingBand: RecordKind = {
  table: 'reading_band',
  ownedBy: 'made',
  async make(app, place, owner) {
    const customerId = await aCustomer(app, { ...place });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const [row] = await app.sql<{ id: string }>(
      `insert into reading_band (customer_id, kind, bands) values ($1, 'systolic', '[{"level": 2, "from": 150}]') returning id::text`,
      [customerId],
    );
    return { id: row?.id ?? '', mark: aMark() };
  },
};

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
const span = () => ({ from: ago(2), to: ago(0) });
const values = { heart_rate: 70 };

/** Authorization cases of the calls about readings. */
export default authorizationCases(
  readingApi,
  {
    getReadingSeries: {
      checks: [names('customer', ({ id }) => ({ customerId: id, kind: 'heart_rate' as const, ...span() }))],
    },
    getReadingList: { checks: [names('customer', ({ id }) => ({ customerId: id, ...span() }))] },
    exportReading: { checks: [names('customer', ({ id }) => ({ filters: { customerId: id, ...span() } }))] },
    getReadingLatest: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    getReadingRound: {
      checks: [shows('customer', ({ id }) => ({ customerIds: [id] }))],
      alsoFree: { departmentId: 'narrows the customers of the scope' },
    },
    getReadingRoundFloor: {
      checks: [
        counts(
          'customer',
          ({ id }) => ({ customerIds: [id] }),
          (floors) => floors.reduce((sum, { count }) => sum + count, 0),
        ),
      ],
      alsoFree: { departmentId: 'narrows the customers of the scope' },
    },
    checkReading: { checks: [names('customer', ({ id }) => ({ customerId: id, values }))] },
    addReading: { checks: [names('customer', ({ id }) => ({ customerId: id, values, measuredAt: ago(1) }))] },
    addReadingBatch: scopeFree('each row is an addReading, which names its customer; its refusal is in the row'),
    voidReading: {
      checks: [
        names('customer', ({ id }) => ({
          customerId: id,
          kind: ['heart_rate' as const],
          ...span(),
          reason: '戴错了人',
        })),
      ],
      alsoFree: {
        sourceId: 'only narrows the values of the customer',
        ids: 'only narrow the values of the customer',
      },
    },
    getBandList: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    editBand: {
      checks: [
        names('customer', ({ id }) => ({
          customerId: id,
          kind: 'systolic' as const,
          bands: [{ level: 2 as const, from: 150 }],
          reason: '医嘱',
        })),
      ],
    },
    deleteBand: { checks: [names('readingBand', ({ id }) => ({ ids: [id] }))] },
  },
  { readingBand },
);
