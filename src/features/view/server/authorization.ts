import { viewApi } from '#features/view/contract.ts';
import { authorizationCases, names, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';

const savedView: RecordKind = {
  table: 'saved_view',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const mark = `视图${next()}`;
    const { id } = await app.call(viewApi.addView, { list: 'reach', name: mark, state: { filters: {} } }, owner.token);
    return { id, mark };
  },
};

const ownRolesReason = 'one’s own roles, in which one may share';

/** Visibility and permissions of the view endpoints: the user's own views. */
export default authorizationCases(
  viewApi,
  {
    getListSetting: scopeFree('columns and density of the person who calls'),
    saveListSetting: scopeFree('columns and density of the person who calls'),
    getViewList: { checks: [shows('savedView', () => ({ list: 'reach' }))] },
    addView: scopeFree(`a view of one’s own; it may be shared with ${ownRolesReason}: saved.test.ts`),
    editView: {
      checks: [names('savedView', ({ id }) => ({ id, version: 1, name: `改${next()}` }))],
      alsoFree: { roleIds: ownRolesReason },
    },
    deleteView: { checks: [names('savedView', ({ id }) => ({ ids: [id] }))] },
    getViewRole: scopeFree(ownRolesReason),
  },
  { savedView },
);
