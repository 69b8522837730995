import { lostApi } from '#features/lost/contract.ts';
import { authorizationCases, names, type RecordKind, scopeFree } from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';
import { claimByOwner } from '#server/testing/warnRecords.ts';

const facts = () => ({ seenAt: new Date().toISOString(), clothes: '蓝色外套' });

const lost: RecordKind = {
  table: 'lost_case',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    const { warnId } = await app.call(lostApi.openLost, { customerId, ...facts() }, app.admin);
    await app.sql('update warn set created_by = $2 where id = $1', [warnId, owner.id]);
    return { id: warnId, mark };
  },
};

/** Scope of lost people: that of their alarm. */
export default authorizationCases(
  lostApi,
  {
    openLost: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, ...facts() })),
        names('warn', ({ id }) => ({ warnId: id, ...facts() })),
      ],
      alsoFree: { photoFileId: 'only an upload of the caller can be attached' },
    },
    editLost: {
      checks: [names('lost', ({ id }) => ({ id, version: 1, clothes: '红色外套' }))],
      alsoFree: { photoFileId: 'only an upload of the caller can be attached' },
    },
    closeLost: {
      checks: [names('lost', ({ id }) => ({ id, result: 'found', note: '在公园找到了' }), { ready: claimByOwner })],
    },
    getLost: { checks: [names('lost', ({ id }) => ({ id }))] },
    uploadLostPhoto: scopeFree('an upload belongs to its uploader until a case attaches it'),
  },
  { lost },
);
