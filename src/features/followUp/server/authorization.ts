import { followUpApi } from '#features/followUp/contract.ts';
import { authorizationCases, names, type RecordKind, refers, shows } from '#server/testing/authorization.ts';
import { aCustomer, aMark, anAccount, aRole, next } from '#server/testing/rows.ts';
import { todayInChina } from '#shared/idCard.ts';

/** A follow-up of a customer with this ownership. */
const followUp: RecordKind = {
  table: 'follow_up',
  noOwn: 'it is seen by whoever sees its person, and nobody has a person of their own',
  async make(app, place) {
    const mark = aMark();
    const customer = await aCustomer(app, { ...place, name: mark });
    const [row] = await app.sql<{ id: string }>(
      `insert into follow_up (kind, customer_id, due_at) values ('care', $1, now() - interval '1 hour') returning id::text`,
      [customer],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** A plan made by a user with this ownership, with their scope. */
const plan = (state: 'draft' | 'active'): RecordKind => ({
  table: 'follow_up_plan',
  noOwn: 'a plan of one’s own records has its scope stored with it: plan.test.ts',
  async make(app, place) {
    const roleId = await aRole(app, { scope: 'department_below', permissions: ['followUp:finish'] });
    const { id: by } = await anAccount(app, { roleId, department: place.department, projects: [place.project] });
    const mark = `计划${next()}号`;
    const [row] = await app.sql<{ id: string }>(
      `insert into follow_up_plan (kind, name, filter, from_date, until_date, scope, share_among, created_by, state)
       values ('care', $1, '{"ageFrom":120}', current_date, current_date + 1, $4, array[$2::bigint], $2, $3) returning id::text`,
      [mark, by, state, { kind: 'department_below', departments: [place.department], projects: [place.project] }],
    );
    return { id: row?.id ?? '', mark };
  },
});

/** A customer with this ownership who makes a request. */
const asker: RecordKind = {
  table: 'customer',
  ownedBy: 'entered',
  async make(app, place) {
    const mark = aMark();
    return { id: await aCustomer(app, { ...place, name: mark }), mark };
  },
};

/** A user with this ownership who can be assigned follow-ups. */
const caller: RecordKind = {
  table: 'user',
  noOwn: 'with the scope self one sees oneself and nobody that one entered',
  async make(app, place) {
    const roleId = await aRole(app, { scope: 'department_below', permissions: ['followUp:finish'] });
    const { id } = await anAccount(app, { roleId, department: place.department, projects: [place.project] });
    return { id, mark: `"${id}"` };
  },
};

const day = todayInChina(Date.now());

/** Visibility and permissions of the follow-up endpoints. */
export default authorizationCases(
  followUpApi,
  {
    getPlanList: { checks: [shows('followUpPlan', () => ({ limit: 200 }))] },
    addPlan: {
      checks: [
        refers('followUpCaller', ({ id }) => ({
          ...{ kind: 'care', name: '定期关怀', filter: { ageFrom: 120 }, from: day, until: day, shareAmong: [id] },
        })),
      ],
    },
    editPlan: {
      checks: [names('followUpPlan', ({ id }) => ({ id, version: 1, name: '另一个名称' }))],
    },
    startPlan: { checks: [names('followUpDraft', ({ id }) => ({ id, version: 1 }))] },
    endPlan: { checks: [names('followUpPlan', ({ id }) => ({ id, version: 1 }))] },
    deletePlan: { checks: [names('followUpDraft', ({ id }) => ({ id, version: 1 }))] },
    getPlanChoice: { checks: [shows('followUpCaller', () => ({}))] },
    addRequest: {
      checks: [
        refers('asker', ({ id }) => ({
          ...{ customerId: id, requestType: 'consult', request: '问助餐怎么订' },
          due: new Date(Date.now() + 3_600_000).toISOString(),
        })),
      ],
    },
    finishFollowUp: { checks: [names('followUp', ({ id }) => ({ id, version: 1, result: 'no_answer' }))] },
  },
  { followUp, followUpPlan: plan('active'), followUpDraft: plan('draft'), followUpCaller: caller, asker },
);
