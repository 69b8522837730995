import { warningApi } from '#features/healthWarn/contract.ts';
import {
  authorizationCases,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aCustomer, aMark, anAccount, aRole } from '#server/testing/rows.ts';
import { claimByOwner } from '#server/testing/warnRecords.ts';
import { aWarning } from './testing.ts';

const warning: RecordKind = {
  table: 'warn',
  async make(app, place) {
    const mark = aMark();
    return { id: await aWarning({ customerId: await aCustomer(app, { ...place, name: mark }) }), mark };
  },
};

/** A user who can work warnings there. */
const nurse: RecordKind = {
  table: 'user',
  anyOwner: 'a warning can be given to every colleague of the place',
  async make(app, place) {
    const roleId = await aRole(app, { scope: 'department_below', permissions: ['earlyWarning:handle'] });
    const { id, name } = await anAccount(app, { roleId, department: place.department, projects: [place.project] });
    return { id, mark: name };
  },
};

/** Who works warnings sees them. */
const looks = { with: ['earlyWarning:list'] };
const taken = { ...looks, ready: claimByOwner };

/** Visibility and permissions of the calls about warnings. */
export default authorizationCases(
  warningApi,
  {
    getEarlyWarningList: { checks: [shows('warning', () => ({ today: true }))] },
    exportEarlyWarning: scopeFree('it writes the rows of the list'),
    getEarlyWarningCount: {
      checks: [
        counts(
          'warning',
          () => ({}),
          ({ open }) => open,
        ),
      ],
    },
    getEarlyWarningBanner: {
      checks: [
        counts(
          'warning',
          () => ({}),
          ({ waiting }) => waiting,
          looks,
        ),
      ],
    },
    getEarlyWarning: { checks: [names('warning', ({ id }) => ({ id }))] },
    getEarlyWarningHandler: { checks: [names('warning', ({ id }) => ({ id })), shows('nurse', () => ({}))] },
    claimEarlyWarning: { checks: [names('warning', ({ id }) => ({ id }), looks)] },
    batchClaim: scopeFree('each of them is taken by claimEarlyWarning'),
    assignEarlyWarning: {
      checks: [
        names(
          'warning',
          async ({ id }, { app, here, owner }) => ({ id, userId: (await nurse.make(app, here, owner)).id }),
          looks,
        ),
        refers(
          'nurse',
          async ({ id }, { app, here }) => ({
            id: await aWarning({ customerId: await aCustomer(app, { ...here }) }),
            userId: id,
          }),
          looks,
        ),
      ],
    },
    noteEarlyWarning: {
      checks: [names('warning', ({ id }) => ({ id, note: '已复测' }), looks)],
      alsoFree: { contactId: 'it must be one of the person whom the warning is about' },
    },
    finishEarlyWarning: {
      checks: [names('warning', ({ id }) => ({ id, result: 'phone' as const, note: '已电话随访' }), taken)],
    },
    ignoreEarlyWarning: { checks: [names('warning', ({ id }) => ({ id, reason: '测前进食' }), looks)] },
    raiseEarlyWarning: { checks: [names('warning', ({ id }) => ({ id, reason: '胸闷加重' }), looks)] },
  },
  { warning, nurse },
);
