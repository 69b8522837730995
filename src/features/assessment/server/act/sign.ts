import type { assessmentApi } from '#features/assessment/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { signers } from '../../contract/parts.ts';
import { emitChange } from './changed.ts';
import { type Locked, lockAssessment, requireNamed, requireOpen } from './locked.ts';
import { hashOf } from './score.ts';
import { requirePicture } from './signaturePicture.ts';
import { type State, stateOf } from './state.ts';
import { requireComplete } from './submit.ts';

type Input = InputOf<(typeof assessmentApi)['signAssessment']>;

/** Throws 409 unless the assessment is submitted, with the answers that its hash is of. */
export function requireSubmitted(locked: Locked): string {
  requireOpen(locked);
  requireComplete(locked);
  const { row, hash, form, scale } = locked;
  if (row.status === 'draft') throw new Problem(409, '评估还没有提交');
  if (hash === null || hash !== hashOf(scale, form)) throw new Problem(409, '答案与提交时不同，请重新提交');
  return hash;
}

async function requireUnsigned(tx: Db, id: string, who: Input['who'], userId: string): Promise<void> {
  const signed = tx.selectFrom('assessmentSignature').select('id').where('assessmentId', '=', id);
  const row = await (who ? signed.where('who', '=', who) : signed.where('userId', '=', userId)).executeTakeFirst();
  if (row) throw new Problem(409, who ? `${signers[who]}已签名` : '你已签名');
}

/** Returns name and relation of a drawn signature; the assessed person's own name where none is given. */
function signerOf({ who, name, relation }: Input, customer: Locked['customer']) {
  if (who === 'elder') return { name: name ?? customer.name, relation: null };
  if (name === undefined) throw invalidField('name', '请填写签名人的姓名', 'required');
  if (relation === undefined) throw invalidField('relation', '请填写签名人与老人的关系', 'required');
  return { name, relation };
}

async function add(tx: Db, viewer: Viewer, input: Input, { row, customer }: Locked, hash: string): Promise<void> {
  const signature = tx.insertInto('assessmentSignature');
  const of = { assessmentId: row.id, hash };
  if (input.who === undefined) {
    const values = { ...of, who: 'assessor' as const, userId: viewer.userId, nameCipher: encrypt(viewer.name) };
    await signature.values(values).execute();
    return;
  }
  const { name, relation } = signerOf(input, customer);
  if (input.fileId === undefined) throw invalidField('fileId', '请先上传签名图片', 'required');
  await requirePicture(tx, row.id, input.fileId);
  const relationCipher = relation === null ? null : encrypt(relation);
  await signature
    .values({ ...of, who: input.who, nameCipher: encrypt(name), relationCipher, fileId: input.fileId })
    .execute();
}

/**
 * Signs a submitted assessment: the viewer as assessor, or the elder, an agent or an informant by a picture that an
 * assessor uploaded. 409 before the submission, for whoever is not named, and for a second signature.
 */
export async function signAssessment(viewer: Viewer, input: Input): Promise<State> {
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const locked = await lockAssessment(tx, viewer, input.id);
    requireNamed(viewer, locked);
    const hash = requireSubmitted(locked);
    await requireUnsigned(tx, input.id, input.who, viewer.userId);
    await add(tx, viewer, input, locked, hash);
    emitChange(ctx, locked.row, locked.customer);
    return stateOf(tx, locked);
  });
}
