import { parameter } from '#features/dictionary/server/service.ts';
import { db } from '#server/db.ts';
import { invalidField } from '#server/problem.ts';
import type { Revealer } from '#server/revealer.ts';
import { findParts } from '#server/rooms.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { fieldApi } from '#shared/field.ts';

/** One masked value in clear. The call itself is the entry in the log: who, when, whose, which field, and why; the parameters may ask for the reason (domain.md 3.5). */
export async function revealField(
  viewer: Viewer,
  { object, id, field, reason }: InputOf<typeof fieldApi.revealField>,
): Promise<OutputOf<typeof fieldApi.revealField>> {
  const found = (await findParts<Revealer>('revealer')).find(({ part }) => part.object === object);
  if (!found) throw invalidField('object', '没有这类对象');
  if (!found.part.fields.includes(field)) throw invalidField('field', '没有这个字段');
  await requireReason(reason);
  return { value: await found.part.read(viewer, id, field) };
}

/** 400 where the parameters want a reason for a look behind a mask and none is given. */
export async function requireReason(reason: string | undefined): Promise<void> {
  const asked = await parameter(db, 'privacy', 'reveal_reason', 0);
  if (asked >= 1 && !reason?.trim()) throw invalidField('reason', '请写明查看的原因', 'required');
}
