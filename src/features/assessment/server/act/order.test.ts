import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessmentApi } from '#features/assessment/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, type TestUser } from '#server/testing/rows.ts';
import { aScale } from '../testing.ts';
import { assessingStaff } from './acting.ts';

let app: TestApp;
let users: TestUser[];
beforeAll(async () => {
  app = await startApp();
  const { first, second, reviewer } = await assessingStaff(app);
  users = [first, second, reviewer];
  await aScale(app, 'drawn');
});
afterAll(() => app.stop());

/** Returns numbers of a seed (mulberry32): below `n`. */
function drawing(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

type Below = ReturnType<typeof drawing>;

interface Target {
  id: string;
  status: string;
  version: number;
}

const { saveAssessment, submitAssessment, signAssessment, reviewAssessment } = assessmentApi;

const changeOne = ({ id, version }: Target, below: Below) => ({
  endpoint: saveAssessment,
  input: {
    id,
    version: version - (below(5) === 0 ? 1 : 0),
    answers: { [1 + below(2)]: [null, '0', '1', '2'][below(4)] },
  },
});
const fill = ({ id, version }: Target) => ({
  endpoint: saveAssessment,
  input: { id, version, answers: { 1: '2', 2: '1' } },
});
const submit = ({ id }: Target) => ({ endpoint: submitAssessment, input: { id } });
const sign = ({ id }: Target) => ({ endpoint: signAssessment, input: { id } });
const approve = ({ id }: Target) => ({ endpoint: reviewAssessment, input: { id, approved: true } });
const sendBack = ({ id }: Target) => ({ endpoint: reviewAssessment, input: { id, approved: false, note: '退回' } });

const any = [changeOne, fill, submit, sign, approve, sendBack];
/** What leads on from a status, so that some are finished. */
const onward: Record<string, (typeof any)[number][]> = {
  draft: [fill, submit],
  review: [sign, sign, approve],
};

/** Returns a call: of three two lead on. */
function callOn(target: Target, below: Below) {
  const choice = below(3) > 0 ? (onward[target.status] ?? any) : any;
  return (choice[below(choice.length)] ?? sign)(target, below);
}

/** What must never be stored, whatever was called in whichever order. */
const broken = `
  select a.no, a.status from assessment a join assessment_form f on f.assessment_id = a.id where
    (a.status = 'done' and (not f.answers ? '1' or not f.answers ? '2' or f.hash is null or a.reviewed_by = any(a.assessor_ids)
      or 2 > (select count(distinct s.user_id) from assessment_signature s
        where s.assessment_id = a.id and s.hash = f.hash and s.user_id = any(a.assessor_ids))))
    or exists (select 1 from assessment_signature s where s.assessment_id = a.id and s.hash is distinct from f.hash)
    or (a.status = 'draft' and (f.hash is not null or a.total is not null or a.final is not null))
    or (a.status in ('review', 'done') and a.total is distinct from (
      select sum((f.answers ->> i)::int) from unnest(array['1', '2']) i))`;

test.each([1, 2, 3])(
  'no order of calls, many at once, leaves a finished one with an open item or a signature over other answers (seed %i)',
  async (seed) => {
    const below = drawing(seed);
    const customerId = await aCustomer(app);
    const [first, second] = users as [TestUser, TestUser];
    const base = { customerId, scale: 'drawn', reason: 'first', date: '2026-01-05' };
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const input = { ...base, assessorIds: [first.id, second.id] };
        return (await app.call(assessmentApi.addAssessment, input, first.token)).id;
      }),
    );
    const hashes = new Map<string, string>();
    for (let round = 0; round < 25; round += 1) {
      const targets = await app.sql<Target>('select id::text, status, version from assessment where id = any($1)', [
        ids,
      ]);
      const statuses = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const { endpoint, input } = callOn(targets[below(targets.length)] as Target, below);
          return (await app.tryCall(endpoint, input, users[below(users.length)]?.token)).status;
        }),
      );
      expect(statuses.filter((status) => ![200, 400, 403, 409].includes(status))).toEqual([]);
      expect(await app.sql(broken)).toEqual([]);
      const done = await app.sql<{ id: string; hash: string }>(
        `select a.id::text, f.hash from assessment a join assessment_form f on f.assessment_id = a.id where a.status = 'done' and a.id = any($1)`,
        [ids],
      );
      for (const { id, hash } of done) expect(hashes.get(id) ?? hash).toBe(hash);
      for (const { id, hash } of done) hashes.set(id, hash);
    }
    // Otherwise the seed tried nothing.
    expect(hashes.size).toBeGreaterThan(0);
  },
);
