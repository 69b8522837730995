import { setUrgentReporting, wakeSenders } from '#features/equipmentCommand/server/service.ts';
import type { lostApi } from '#features/lost/contract.ts';
import { emitWarnEvent } from '#features/warn/server/service.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { encrypted, isOpen, lockLost, type StoredLost } from './access.ts';
import { attachPhoto } from './photo.ts';
import { validateFacts } from './validate.ts';

type Input = InputOf<typeof lostApi.editLost>;

/** Returns the columns that the call changes; a field that is not sent stays. */
function changesOf({ seenAt, lat, lng, seenNote, clothes, look, speed, photoFileId, seconds }: Input) {
  return {
    ...(seenAt !== undefined && { seenAt }),
    ...(lat !== undefined && { lat }),
    ...(lng !== undefined && { lng }),
    ...(seenNote !== undefined && { seenNoteCipher: encrypted(seenNote) }),
    ...(clothes !== undefined && { clothesCipher: encrypted(clothes) ?? '' }),
    ...(look !== undefined && { lookCipher: encrypted(look) }),
    ...(speed !== undefined && { speed }),
    ...(photoFileId !== undefined && { photoFileId }),
    ...(seconds !== undefined && { seconds }),
  } satisfies Partial<StoredLost>;
}

/** Changes what is known of a lost person; 409 after the end, or for an outdated version. */
export async function editLost(viewer: Viewer, input: Input): Promise<{ version: number }> {
  validateFacts(input);
  const { id, version, seconds, photoFileId } = input;
  const answer = await command(viewer, async (ctx) => {
    const { tx } = ctx;
    const { row, lost } = await lockLost(viewer, id, tx);
    if (!isOpen(row)) throw new Problem(409, '走失已结束，不能再修改', { status: row.status });
    if (lost.version !== version) throw await stale(tx, 'lost_case', id, version, lost);
    if (photoFileId && photoFileId !== lost.photoFileId) await attachPhoto(tx, viewer, photoFileId, row);
    const changes = changesOf(input);
    if (Object.keys(changes).length === 0) return { version };
    const changed = await tx
      .updateTable('lostCase')
      .set(changes)
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirst();
    if (!changed) throw notFound('走失');
    if (seconds !== undefined && seconds !== lost.seconds) await setUrgentReporting(tx, lost.customerId, seconds);
    emitWarnEvent(ctx, row, 'changed');
    return changed;
  });
  wakeSenders();
  return answer;
}
