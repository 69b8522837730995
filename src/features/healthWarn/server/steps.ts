import { addStep } from '#features/warn/server/service.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { StepKind, WarnStatus } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { maskNumbers } from '#shared/mask.ts';
import type { warningApi } from '../contract.ts';
import type { LockedWarning } from './access.ts';

/** Step of a warning; its words are encrypted, `data` has codes and names alone. */
export interface Said {
  kind: StepKind;
  /** Words of the user. */
  note?: string | undefined;
  data?: Record<string, unknown>;
  /** Status after it. */
  status?: WarnStatus;
}

/** Adds a step; what a user wrote is in no table in clear. */
export async function say(
  { tx, row }: LockedWarning,
  viewer: Viewer,
  { kind, note, data, status }: Said,
): Promise<void> {
  const step = await addStep(tx, { ...row, status: status ?? row.status }, viewer, kind, null, data);
  if (note !== undefined) await writeNote(tx, step.id, note);
}

/** Stores what a user wrote about a step, encrypted. */
export async function writeNote(tx: Db, stepId: string, note: string): Promise<void> {
  await tx
    .insertInto('healthNote')
    .values({ stepId, noteCipher: encrypt(note) })
    .execute();
}

type Step = OutputOf<typeof warningApi.getEarlyWarning>['steps'][number];

/** Returns the timeline of a warning, oldest first, with the words about it. The caller has checked the scope. */
export async function stepsOf(tx: Db, id: string): Promise<Step[]> {
  const rows = await tx
    .selectFrom('warnStep as s')
    .leftJoin('user as u', 'u.id', 's.userId')
    .leftJoin('healthNote as n', 'n.stepId', 's.id')
    .select(['s.id', 's.kind', 's.at', 's.userId', 's.note', 's.data', 'n.noteCipher', 'u.name as userName'])
    .where('s.warnId', '=', id)
    .orderBy('s.at')
    .orderBy('s.id')
    .execute();
  return rows.map(({ noteCipher, ...step }) => {
    const note = [step.note, noteCipher === null ? null : decrypt(noteCipher)].filter(Boolean).join('：');
    return { ...step, note: note === '' ? null : maskNumbers(note) };
  });
}

/** Returns the words about the steps of a warn, by step: for viewers to whom the person is shown unmasked. */
export async function healthNotes(tx: Db, warnId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('healthNote as n')
    .innerJoin('warnStep as s', 's.id', 'n.stepId')
    .select(['n.stepId', 'n.noteCipher'])
    .where('s.warnId', '=', warnId)
    .execute();
  return new Map(rows.map(({ stepId, noteCipher }) => [stepId, decrypt(noteCipher)]));
}
