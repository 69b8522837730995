import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type activationApi, linkDays, maxPasswords } from '#features/activation/contract.ts';
import { importedIds } from '#features/import/server/service.ts';
import { userApi } from '#features/user/contract.ts';
import { secretHash } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { unusedAccounts } from './unused.ts';

type Api = typeof activationApi;

/** Lists unused accounts of an import; 404 for an import of another user. */
export async function getActivationList(
  viewer: Viewer,
  { jobId }: InputOf<Api['getActivationList']>,
): Promise<OutputOf<Api['getActivationList']>> {
  const rows = await unusedAccounts(viewer, await importedIds(viewer, jobId, userApi.importUser.path));
  return { count: rows.length, rows: rows.slice(0, maxPasswords) };
}

/** Adds links. Tokens are returned only once; only their hashes are stored. */
export async function addActivation(
  viewer: Viewer,
  { jobId, ids }: InputOf<Api['addActivation']>,
): Promise<OutputOf<Api['addActivation']>> {
  if ((jobId === undefined) === (ids === undefined)) throw new Problem(400, '请选择一次导入或一些用户');
  const requestedIds = ids ?? (await importedIds(viewer, jobId ?? '', userApi.importUser.path));
  const rows = (await unusedAccounts(viewer, requestedIds)).map((user) => ({
    ...user,
    token: randomBytes(24).toString('base64url'),
  }));
  const hashes = rows.map(({ id, token }) => ({ id, hash: secretHash(token).toString('hex') }));
  const expiresAt = new Date(Date.now() + linkDays * 86_400_000).toISOString();
  await command(viewer, ({ tx }) =>
    sql`
      insert into user_activation (user_id, token_hash, expires_at, created_by)
      select k.id, decode(k.hash, 'hex'), ${expiresAt}, ${viewer.userId} from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as k (id bigint, hash text)
      order by k.id on conflict (user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now(), created_by = excluded.created_by`.execute(
      tx,
    ),
  );
  return { rows, skipped: requestedIds.length - rows.length, expiresAt };
}
