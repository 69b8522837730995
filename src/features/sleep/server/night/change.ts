import { type SqlBool, sql } from 'kysely';
import { lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import type { sleepApi } from '#features/sleep/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { nightsIn } from './rows.ts';
import { computeAndWrite } from './run.ts';

type Api = typeof sleepApi;

async function storedNight(viewer: Viewer, id: string) {
  const row = await nightsIn(viewer, sql<SqlBool>`n.id = ${id}`)
    .select(['n.id', 'n.customerId', 'n.deviceId', 'n.state', 'n.version'])
    .select(sql<string>`n.night::text`.as('night'))
    .executeTakeFirst();
  if (!row) throw notFound('睡眠记录');
  return row;
}

/** Computes a night again from its raw values; 400 when these are gone. */
export async function recomputeNight(
  viewer: Viewer,
  { id }: InputOf<Api['recomputeNight']>,
): Promise<OutputOf<Api['recomputeNight']>> {
  const { deviceId, night, state } = await storedNight(viewer, id);
  if (state === 'frozen') throw new Problem(400, '这一夜的原始数据已过保存期，不能重新计算');
  await computeAndWrite([{ deviceId, night }]);
  const { version } = await storedNight(viewer, id);
  return { version };
}

/** Writes the remark of a night; null or blank deletes it. */
export async function noteNight(
  viewer: Viewer,
  { id, remark, version }: InputOf<Api['noteNight']>,
): Promise<OutputOf<Api['noteNight']>> {
  const { customerId } = await storedNight(viewer, id);
  const text = remark?.trim() || null;
  return command(viewer, async ({ tx }) => {
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
    const row = await tx
      .selectFrom('sleepNight')
      .select(['version', 'updatedAt', 'updatedBy'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('睡眠记录');
    if (row.version !== version) throw await stale(tx, 'sleep_night', id, version, row);
    const remarkCipher = text === null ? null : encrypt(text);
    return tx
      .updateTable('sleepNight')
      .set({ remarkCipher })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow();
  });
}
