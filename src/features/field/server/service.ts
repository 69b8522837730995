import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { fieldApi } from '#shared/contract/field.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { consumeReveal } from './revealLimit.ts';

export { consumeReveal, type RevealPolicy } from './revealLimit.ts';

/**
 * Reveals one masked value. The command log records the call: user, time, record, field, reason. 400 without a required
 * reason, 429 beyond the user's limit per hour (domain.md 3.5).
 */
export async function revealField(
  viewer: Viewer,
  { object, id, field, reason }: InputOf<typeof fieldApi.revealField>,
): Promise<OutputOf<typeof fieldApi.revealField>> {
  const revealer = (await extensionsOf('revealer'))
    .flatMap(({ extension: part }) => part)
    .find((entry) => entry.object === object);
  if (!revealer) throw invalidField('object', '没有这类对象');
  if (!revealer.fields.includes(field)) throw invalidField('field', '没有这个字段');
  const { projectId, exempt: inHand, read } = await revealer.find(viewer, id);
  if (!inHand) await consumeReveal(viewer, projectId, reason);
  return { value: read(field) };
}
