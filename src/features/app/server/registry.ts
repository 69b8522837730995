import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type appApi, app as appResource } from '#features/app/contract.ts';
import { validateUploads } from '#features/file/server/service.ts';
import { usableProjects } from '#features/project/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { crud, type Stored as Row } from '#server/crud/crud.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { endAppJobs } from '#server/jobs/jobs.ts';
import { targetProblem } from '#server/net/targets.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { columns, servesOneOf } from './list.ts';
import { logoSubject } from './logo.ts';

type Api = typeof appApi;
type Stored = Row<(typeof appResource)['fields']>;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Returns the problem of a redirect address. Allowed: https outside private networks (inside only with
 * `ALLOW_PRIVATE_TARGETS`), http to the own machine (RFC 8252 7.3); no credentials. A fragment stays, for pages with
 * routes behind `#`: the code is put before it (domain.md 10.1).
 */
function addressProblem(address: string): string | null {
  if (!URL.canParse(address)) return `返回地址 ${address} 不是完整的网址`;
  const url = new URL(address);
  const same = loopback.has(url.hostname);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && same);
  if (!safe) return '返回地址须以 https:// 开头';
  if (url.username || url.password) return '返回地址不能带账号或密码';
  return same ? null : targetProblem(url);
}

function validateAddresses(addresses: readonly string[] | undefined): void {
  for (const [index, address] of (addresses ?? []).entries()) {
    const problem = addressProblem(address);
    if (problem) throw invalidField(`redirectUris.${index}`, problem);
  }
}

/** Validates that the editor sees all requested projects; null means all projects. */
async function validateProjects(viewer: Viewer, requested: readonly string[] | null | undefined): Promise<void> {
  if (requested === undefined) return;
  const ownProjects = await usableProjects(viewer);
  const row = await db.row(
    sql<{
      n: number;
    }>`select count(*)::int as n from project where id = any(${requested ?? []}::bigint[]) and deleted_at is null`,
  );
  const missing = requested !== null && row?.n !== new Set(requested).size;
  if (missing || (ownProjects !== null && (requested === null || requested.some((id) => !ownProjects.includes(id)))))
    throw invalidField('projectIds', '只能选择自己范围内的项目');
}

/**
 * Validates that the name is unique: the login page identifies an application by its name, so a duplicate could
 * impersonate it.
 */
async function validateName(tx: Db, name: string | undefined, id = '0'): Promise<void> {
  const rows = await tx.rows(
    sql`select 1 from app where lower(name) = lower(${name ?? ''}) and id <> ${id} and deleted_at is null`,
  );
  if (rows.length > 0) throw invalidField('name', '已有同名的应用', 'unique');
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Requires `app:trust` to trust an application or to edit a trusted one: with a new address it would skip the consent
 * for an unknown site.
 */
function requireTrustPermission(viewer: Viewer, requested: boolean | undefined, name?: string): void {
  if (hasPermission(viewer, 'app:trust')) return;
  if (name !== undefined) throw new Problem(403, `「${name}」免确认，只能由有「设置应用免确认」权限的人修改`);
  if (requested) throw invalidField('autoApprove', '你没有「设置应用免确认」的权限', 'grant');
}

/** Validates the new logo, which must be the editor's own upload, and deletes the former one. */
async function changeLogo(
  tx: Db,
  viewer: Viewer,
  fileId: string | null | undefined,
  former: string | null,
): Promise<void> {
  if (fileId === undefined || fileId === former) return;
  if (fileId) {
    const upload = { ids: [fileId], former: [], subject: logoSubject, field: 'logoFileId', label: '标志' };
    await validateUploads(tx, viewer, upload);
  }
  if (former) await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', former).execute();
}

/** Returns whether the edit takes a project, a scope or the own token from the application. */
function takesAway(input: Partial<Pick<Stored, 'projectIds' | 'scopes' | 'grants'>>, before: Stored): boolean {
  const shrinks = (now: readonly string[] | null | undefined, former: readonly string[] | null) =>
    now !== undefined && (former ?? []).some((one) => !now?.includes(one));
  return (
    shrinks(input.projectIds, before.projectIds) ||
    shrinks(input.scopes, before.scopes) ||
    (input.grants !== undefined && !input.grants?.includes('client_credentials'))
  );
}

/** Revokes the tokens of an application: all, or those that it got without a person. */
async function revokeTokens(tx: Db, appId: string, which: 'all' | 'own'): Promise<void> {
  await tx
    .updateTable('appToken')
    .set({ revokedAt: now })
    .where('appId', '=', appId)
    .where('revokedAt', 'is', null)
    .$if(which === 'own', (query) => query.where('userId', 'is', null))
    .execute();
}

/**
 * Refuses to edit an application that also serves projects outside the scope: their users could be redirected or locked
 * out.
 */
async function admit(tx: Db, viewer: Viewer, { name, projectIds }: Stored): Promise<void> {
  const ownProjects = await usableProjects(viewer);
  if (ownProjects === null) return;
  const others = await tx.rows(sql`
    select 1 from project where id = any(${bigints(projectIds ?? [])}) and id <> all(${bigints(ownProjects)}) and deleted_at is null limit 1`);
  if (others.length > 0) throw new Problem(403, `「${name}」也用于你范围以外的项目，由管理全部这些项目的人修改`);
}

/** Registered applications; lists contain no secrets and no names of projects outside the scope. */
export const apps = crud(appResource, {
  readAccess: async (viewer) => servesOneOf(await usableProjects(viewer)),
  computedColumns: columns,
  updateAccess: admit,
  async beforeChange({ tx }, viewer, input, before) {
    validateAddresses(input.redirectUris);
    requireTrustPermission(viewer, input.autoApprove, before?.autoApprove ? before.name : undefined);
    await validateProjects(viewer, before ? input.projectIds : (input.projectIds ?? null));
    await validateName(tx, input.name, before?.id);
    await changeLogo(tx, viewer, input.logoFileId, before?.logoFileId ?? null);
    if (before && takesAway(input, before)) await endAppJobs(tx, before.id, '应用的项目或权限已收回');
    return undefined;
  },
});

/** Registers an application. The secret is returned only here. */
export async function addApp(viewer: Viewer, input: InputOf<Api['addApp']>): Promise<OutputOf<Api['addApp']>> {
  const secret = newSecret();
  const appid = `ah${randomBytes(9).toString('hex')}`;
  const { id } = await apps.addWithColumns(viewer, input, { appid, secretCipher: encrypt(secret) });
  return { id, appid, secret };
}

/** Sets the status. Disabling revokes the tokens and ends the jobs; open codes stop working at once. */
export async function updateAppStatus(viewer: Viewer, { id, status }: InputOf<Api['updateAppStatus']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    await apps.lockForChange(tx, viewer, id);
    await apps.write(tx, id, { status });
    if (status !== 'disabled') return;
    await revokeTokens(tx, id, 'all');
    await endAppJobs(tx, id, '应用已停用');
  });
  return null;
}

/**
 * Replaces the secret; the old one stays valid for `overlapHours` (24 by default). The application's own tokens end at
 * once: whoever has a secret gets a new one.
 */
export async function resetAppSecret(
  viewer: Viewer,
  { id, overlapHours = 24 }: InputOf<Api['resetAppSecret']>,
): Promise<OutputOf<Api['resetAppSecret']>> {
  const secret = newSecret();
  await command(viewer, async ({ tx }) => {
    await apps.lockForChange(tx, viewer, id);
    const previousUntil = new Date(Date.now() + overlapHours * 3_600_000).toISOString();
    await tx
      .updateTable('app')
      .set((app) => ({ previousCipher: app.ref('secretCipher'), previousUntil, secretCipher: encrypt(secret) }))
      .where('id', '=', id)
      .execute();
    await revokeTokens(tx, id, 'own');
  });
  return { secret };
}
