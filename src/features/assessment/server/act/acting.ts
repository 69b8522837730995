import { assessmentApi } from '#features/assessment/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

export type State = OutputOf<(typeof assessmentApi)['saveAssessment']>;
type New = Partial<InputOf<(typeof assessmentApi)['addAssessment']>>;

/** Two assessors and a reviewer, who see every department below the root. */
export async function assessingStaff(app: TestApp) {
  const [first, second] = [await aUser(app, { role: 'assessor' }), await aUser(app, { role: 'assessor' })];
  return { first, second, reviewer: await aUser(app, { role: 'health' }) };
}

export type Staff = Awaited<ReturnType<typeof assessingStaff>>;

/** The steps of an assessment by two assessors and a reviewer, over HTTP. */
export function acting(app: TestApp, { first, second, reviewer }: Staff) {
  const add = async (scale: string, input: New = {}) =>
    app.call(
      assessmentApi.addAssessment,
      {
        customerId: input.customerId ?? (await aCustomer(app)),
        ...{ scale, reason: 'first', date: '2026-01-05', assessorIds: [first.id, second.id] },
        ...input,
      },
      first.token,
    );
  const saved = ({ id, version }: State, answers: Record<string, string | null>, token = first.token) =>
    app.call(assessmentApi.saveAssessment, { id, answers, version }, token);
  const submit = ({ id }: State, token = first.token) => app.call(assessmentApi.submitAssessment, { id }, token);
  const sign = ({ id }: State, token = first.token) => app.call(assessmentApi.signAssessment, { id }, token);
  const review = ({ id }: State, more: object = {}) =>
    app.call(assessmentApi.reviewAssessment, { id, approved: true, ...more }, reviewer.token);

  /** Adds an assessment with these answers, submitted and signed by both assessors. */
  async function signed(scale: string, answers: Record<string, string>, input: New = {}): Promise<State> {
    const state = await submit(await saved(await add(scale, input), answers));
    await sign(state);
    return sign(state, second.token);
  }
  const done = async (scale: string, answers: Record<string, string>, input: New = {}) =>
    review(await signed(scale, answers, input));

  const picture = async ({ id }: State, content?: Buffer, token = first.token) =>
    upload(app, assessmentApi.uploadSignature.path, content ?? (await aPicture()), { id }, token);
  return { add, saved, submit, sign, review, signed, done, picture };
}
