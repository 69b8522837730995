import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { appApi } from '#features/app/contract.ts';
import { checkUploads } from '#features/file/server/service.ts';
import { usableProjects } from '#features/project/server/service.ts';
import { command } from '#server/command.ts';
import { encrypt } from '#server/crypto.ts';
import { type Db, db } from '#server/db.ts';
import { invalidField, notFound, Problem } from '#server/problem.ts';
import { bigints } from '#server/sqlValues.ts';
import { stale } from '#server/stale.ts';
import { targetProblem } from '#server/targets.ts';
import { may, type Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { logoSubject } from './logo.ts';
import { app } from './schema.ts';

type Api = typeof appApi;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * https anywhere outside private networks (these by `ALLOW_PRIVATE_TARGETS` only), http to the same machine only (RFC
 * 8252 7.3); no credentials. A fragment is let be, for pages with
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

function checkAddresses(addresses: readonly string[] | undefined): void {
  for (const [index, address] of (addresses ?? []).entries()) {
    const problem = addressProblem(address);
    if (problem) throw invalidField(`redirectUris.${index}`, problem);
  }
}

/** Nobody opens projects to an application that they do not see themselves; null means all of them. */
async function checkProjects(viewer: Viewer, asked: readonly string[] | null | undefined): Promise<void> {
  if (asked === undefined) return;
  const own = await usableProjects(viewer);
  const found = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from project where id = any(${`{${(asked ?? []).join(',')}}`}::bigint[]) and deleted_at is null`,
  );
  const missing = asked !== null && found.rows[0]?.n !== new Set(asked).size;
  if (missing || (own !== null && (asked === null || asked.some((id) => !own.includes(id)))))
    throw invalidField('projectIds', '只能选择自己范围内的项目');
}

/** The login page tells people by its name where they are sent: two of one name would be one's mask for the other. */
async function checkName(tx: Db, name: string | undefined, id = '0'): Promise<void> {
  const found = await tx.execute(
    sql`select 1 from app where lower(name) = lower(${name ?? ''}) and id <> ${id} and deleted_at is null`,
  );
  if (found.rows.length > 0) throw invalidField('name', '已有同名的应用', 'unique');
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Whoever may not trust an application may not edit a trusted one either: under another address it would be a stranger whom
 * nobody is asked about.
 */
function checkTrust(viewer: Viewer, wanted: boolean | undefined, name?: string): void {
  if (may(viewer, 'app:trust')) return;
  if (name !== undefined) throw new Problem(403, `「${name}」免确认，只能由有「设置应用免确认」权限的人修改`);
  if (wanted) throw invalidField('autoApprove', '你没有「设置应用免确认」的权限', 'grant');
}

/** Ends the picture that stood before and judges the new one, which must be the editor's own upload. */
async function changeLogo(
  tx: Db,
  viewer: Viewer,
  wanted: string | null | undefined,
  former: string | null,
): Promise<void> {
  if (wanted === undefined || wanted === former) return;
  if (wanted) {
    const asked = { ids: [wanted], former: [], subject: logoSubject, field: 'logoFileId', noun: '标志' };
    await checkUploads(tx, viewer, asked);
  }
  if (former) await tx.execute(sql`update file set deleted_at = now() where id = ${former}`);
}

/**
 * The application for a change. 404 outside the scope; 403 when it also serves projects outside of it, whose people could
 * otherwise be led to another address or left without their application.
 */
async function locked(tx: Db, viewer: Viewer, id: string) {
  const [row] = await tx
    .select()
    .from(app)
    .where(and(eq(app.id, id), isNull(app.deletedAt)))
    .for('update');
  const own = await usableProjects(viewer);
  const visible = own === null || (row?.projectIds ?? []).some((project) => own.includes(project));
  if (!row || !visible) throw notFound('应用');
  if (own !== null) {
    const others = await tx.execute(sql`
      select 1 from project where id = any(${bigints(row.projectIds ?? [])}) and id <> all(${bigints(own)}) and deleted_at is null limit 1`);
    if (others.rows.length > 0)
      throw new Problem(403, `「${row.name}」也用于你范围以外的项目，由管理全部这些项目的人修改`);
  }
  return row;
}

/** Registers an application. The secret leaves here once. */
export async function addApp(viewer: Viewer, input: InputOf<Api['addApp']>): Promise<OutputOf<Api['addApp']>> {
  checkAddresses(input.redirectUris);
  checkTrust(viewer, input.autoApprove);
  await checkProjects(viewer, input.projectIds ?? null);
  const secret = newSecret();
  const appid = `ah${randomBytes(9).toString('hex')}`;
  return command(viewer, async ({ tx }) => {
    await checkName(tx, input.name);
    await changeLogo(tx, viewer, input.logoFileId, null);
    const [row] = await tx
      .insert(app)
      .values({
        ...input,
        projectIds: input.projectIds ?? null,
        appid,
        secretCipher: encrypt(secret),
        createdBy: viewer.userId,
      })
      .returning({ id: app.id });
    if (!row) throw new Error('the application was not written');
    return { id: row.id, appid, secret };
  });
}

/** 409 with what changed when somebody else edited it meanwhile. */
export async function editApp(viewer: Viewer, input: InputOf<Api['editApp']>): Promise<OutputOf<Api['editApp']>> {
  checkAddresses(input.redirectUris);
  await checkProjects(viewer, input.projectIds);
  return command(viewer, async ({ tx }) => {
    const row = await locked(tx, viewer, input.id);
    if (row.version !== input.version) throw await stale(tx, 'app', row.id, input.version, row);
    checkTrust(viewer, input.autoApprove, row.autoApprove ? row.name : undefined);
    await checkName(tx, input.name, row.id);
    await changeLogo(tx, viewer, input.logoFileId, row.logoFileId);
    const { id, version, ...patch } = input;
    await tx
      .update(app)
      .set({ ...patch, version: version + 1, updatedBy: viewer.userId, updatedAt: sql`now()` as never })
      .where(eq(app.id, id));
    return { id, version: version + 1 };
  });
}

/** A disabled application's codes and tokens are worth nothing at once. */
export async function updateAppStatus(viewer: Viewer, { id, status }: InputOf<Api['updateAppStatus']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await locked(tx, viewer, id);
    await tx
      .update(app)
      .set({ status, version: row.version + 1, updatedBy: viewer.userId, updatedAt: sql`now()` as never })
      .where(eq(app.id, id));
    if (status === 'disabled') {
      await tx.execute(sql`update app_token set revoked_at = now() where app_id = ${id} and revoked_at is null`);
    }
  });
  return null;
}

/** A new secret; the old one stays good for the hours asked for (24 by default). */
export async function resetAppSecret(
  viewer: Viewer,
  { id, overlapHours = 24 }: InputOf<Api['resetAppSecret']>,
): Promise<OutputOf<Api['resetAppSecret']>> {
  const secret = newSecret();
  await command(viewer, async ({ tx }) => {
    const row = await locked(tx, viewer, id);
    await tx
      .update(app)
      .set({
        secretCipher: encrypt(secret),
        previousCipher: row.secretCipher,
        previousUntil: sql`now() + make_interval(hours => ${overlapHours})` as never,
        version: row.version + 1,
        updatedBy: viewer.userId,
        updatedAt: sql`now()` as never,
      })
      .where(eq(app.id, id));
  });
  return { secret };
}
