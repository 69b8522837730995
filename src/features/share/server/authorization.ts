import { warnApi } from '#features/warn/contract.ts';
import { authorizationCases, names, type RecordKind, scopeFree } from '#server/testing/authorization.ts';
import { aCustomer } from '#server/testing/rows.ts';
import { shareApi } from '#shared/contract/share.ts';

const link = { hours: 24, withCode: false };

const share: RecordKind = {
  table: 'share',
  ownedBy: 'made',
  async make(app, place, owner) {
    const customerId = await aCustomer(app, { ...place });
    const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电求助' };
    const { id: warnId } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
    await app.sql('update warn set created_by = $2 where id = $1', [warnId, owner.id]);
    const { id, token } = await app.call(shareApi.addShare, { warnId, ...link }, app.admin);
    return { id, mark: token };
  },
};

/** Visibility and permissions of the share endpoints: those of the warn behind a link. */
export default authorizationCases(
  shareApi,
  {
    addShare: {
      checks: [
        names('warn', ({ id }) => ({ warnId: id, ...link }), { with: ['warn:share'] }),
        names('customer', ({ id }) => ({ kind: 'place', customerId: id, withCode: true }), {
          with: ['location:share'],
        }),
        names('lost', ({ id }) => ({ kind: 'lost', warnId: id, withCode: true }), { with: ['location:share'] }),
      ],
    },
    getShareList: {
      checks: [
        names('warn', ({ id }) => ({ warnId: id }), { with: ['warn:share'] }),
        names('customer', ({ id }) => ({ customerId: id }), { with: ['location:share'] }),
      ],
    },
    revokeShare: { checks: [names('share', ({ id }) => ({ id }), { with: ['warn:share'] })] },
    openShare: scopeFree('public: whoever has the link reads what was shared: share.test.ts'),
  },
  { share },
);
