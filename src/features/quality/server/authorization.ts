import { qualityApi } from '#features/quality/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  names,
  type Ownership,
  type RecordKind,
  refers,
  shows,
} from '#server/testing/authorization.ts';
import { aCustomer, anAccount, aRole } from '#server/testing/rows.ts';

const points = { response: 20, contact: 20, family: 15, handling: 25, record: 20 };

async function anOperator(app: TestApp, { department, project }: Ownership): Promise<string> {
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['warn:claim', 'quality:list'] });
  return (await anAccount(app, { roleId, department, projects: [project] })).id;
}

/** Adds a sample of a closed warn with this ownership, scored if asked; its operator has the ownership, too. */
async function aSample(app: TestApp, place: Ownership, state: 'waiting' | 'passed', operator?: string) {
  const customerId = await aCustomer(app, { ...place });
  const operatorId = operator ?? (await anOperator(app, place));
  const [warn] = await app.sql<{ id: string; no: string }>(
    `insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at,
       status, handler_id, claimed_at, finished_at)
     select 'Q' || nextval('id_seq'), 'sos', 'sos', 1, 'c:' || id, id, department_id, project_id, now(), now(), now(), now(),
       'done', $2::bigint, now(), now()
     from customer where id = $1 returning id::text, no`,
    [customerId, operatorId],
  );
  const [sampleRow] = await app.sql<{ id: string }>(
    `insert into quality_sample (warn_id, operator_id, rule, finished_at, department_id, project_id, state, total)
     select id, handler_id, 'share', finished_at, department_id, project_id, $2, case when $2 = 'passed' then 90 end from warn
     where id = $1 returning id::text`,
    [warn?.id ?? '', state],
  );
  return { id: sampleRow?.id ?? '', warnId: warn?.id ?? '', no: warn?.no ?? '', operatorId };
}

const noOwn = 'what is theirs is the work of whoever ended the case, and nobody scores their own';

const sample: RecordKind = {
  ...{ table: 'quality_sample', noOwn },
  async make(app, place) {
    const { id, no } = await aSample(app, place, 'waiting');
    return { id, mark: no };
  },
};

/** A closed warn, identified by its number, not sampled yet. */
const closed: RecordKind = {
  ...{ table: 'warn', noOwn },
  async make(app, place) {
    const { id, warnId, no } = await aSample(app, place, 'waiting');
    await app.sql('delete from quality_sample where id = $1', [id]);
    return { id: warnId, mark: no };
  },
};

/** A scored warn, by the warn's id. */
const scoredKind: RecordKind = {
  ...{ table: 'warn', noOwn },
  async make(app, place) {
    const { warnId } = await aSample(app, place, 'passed');
    return { id: warnId, mark: '"total":90' };
  },
};

const scored: RecordKind = {
  ...{ table: 'quality_sample', noOwn },
  async make(app, place) {
    const { id, operatorId } = await aSample(app, place, 'passed');
    return { id, mark: `"${operatorId}"` };
  },
};

/** A sample of the user who closed the warn. */
const ownKind: RecordKind = {
  ...{ table: 'quality_sample', ownedBy: 'made' },
  async make(app, place, owner) {
    const { id, no } = await aSample(app, place, 'passed', owner.id);
    return { id, mark: no };
  },
};

const judge = { with: ['quality:score'] };
const day = 86_400_000;
const lately = () => ({
  from: new Date(Date.now() - day).toISOString(),
  to: new Date(Date.now() + day).toISOString(),
});

/** Visibility and permissions of the quality endpoints. */
export default authorizationCases(
  qualityApi,
  {
    getSampleList: { checks: [shows('sample', () => ({ limit: 200 }), judge)] },
    getSample: { checks: [names('sample', ({ id }) => ({ id }), judge)] },
    getWarnScore: { checks: [shows('said', ({ id }) => ({ warnId: id }), judge)] },
    chooseSample: { checks: [refers('closed', ({ mark }) => ({ warnNo: mark }))] },
    scoreSample: { checks: [names('sample', ({ id }) => ({ id, points, passed: true }))] },
    seeSample: { checks: [names('own', ({ id }) => ({ id }))] },
    getOperatorFigures: { checks: [shows('scored', () => ({ ...lately(), limit: 200 }), judge)] },
  },
  { sample, closed, said: scoredKind, scored, own: ownKind },
);
