import type { assessmentApi } from '#features/assessment/contract.ts';
import { decrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Locked } from './locked.ts';
import { scoreOf } from './score.ts';

/** Answer of every change. */
export type State = OutputOf<(typeof assessmentApi)['saveAssessment']>;

async function signaturesOf(tx: Db, id: string): Promise<State['signatures']> {
  const rows = await tx
    .selectFrom('assessmentSignature')
    .select(['who', 'userId', 'nameCipher', 'relationCipher', 'fileId', 'at', 'hash'])
    .where('assessmentId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ nameCipher, relationCipher, ...row }) => ({
    ...row,
    name: decrypt(nameCipher),
    relation: relationCipher === null ? null : decrypt(relationCipher),
  }));
}

/**
 * Returns the state of a locked assessment after its change; a finished one whose last day is past is `expired`.
 * @param missing open items of the form as it is now
 */
export async function stateOf(
  tx: Db,
  { row, customer, scale, form }: Pick<Locked, 'row' | 'customer' | 'scale' | 'form'>,
  missing?: readonly string[],
): Promise<State> {
  const current = await tx
    .selectFrom('assessment')
    .select(['id', 'no', 'status', 'validUntil', 'version'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const { status, validUntil } = current;
  const isOver = status === 'done' && validUntil !== null && validUntil < customer.today;
  return {
    ...current,
    status: isOver ? 'expired' : status,
    missing: [...(missing ?? (status === 'draft' ? scoreOf(scale, form).missing : []))],
    signatures: status === 'draft' ? [] : await signaturesOf(tx, row.id),
  };
}
