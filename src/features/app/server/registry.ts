import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { appApi } from '#features/app/contract.ts';
import { projectOptions, usableProjects } from '#features/project/server/service.ts';
import { command } from '#server/command.ts';
import { encrypt } from '#server/crypto.ts';
import { type Db, db } from '#server/db.ts';
import { oneOf } from '#server/filter.ts';
import { pageOf } from '#server/paging.ts';
import { invalidField, notFound } from '#server/problem.ts';
import { likeText } from '#server/search.ts';
import { stale } from '#server/stale.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { app } from './schema.ts';

type Api = typeof appApi;
type Row = OutputOf<Api['getAppList']>;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * https anywhere, http to the same machine only (RFC 8252 7.3); no credentials. A fragment is let be, for pages with
 * routes behind `#`: the code is put before it (domain.md 10.1).
 */
function addressProblem(address: string): string | null {
  if (!URL.canParse(address)) return `返回地址 ${address} 不是完整的网址`;
  const url = new URL(address);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
  if (!safe) return '返回地址须以 https:// 开头';
  return url.username || url.password ? '返回地址不能带账号或密码' : null;
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

async function locked(tx: Db, viewer: Viewer, id: string) {
  const [row] = await tx
    .select()
    .from(app)
    .where(and(eq(app.id, id), isNull(app.deletedAt)))
    .for('update');
  const own = await usableProjects(viewer);
  const visible = own === null || (row?.projectIds ?? []).some((project) => own.includes(project));
  if (!row || !visible) throw notFound('应用');
  return row;
}

/** Registered applications; secrets are never among what is listed. */
export async function getAppList(viewer: Viewer, input: InputOf<Api['getAppList']>): Promise<Paged<Row>> {
  const own = await usableProjects(viewer);
  const keyword = input.keyword?.trim();
  const where = and(
    isNull(app.deletedAt),
    oneOf(app.status, input.status),
    own === null ? undefined : sql`${app.projectIds} && ${`{${own.join(',')}}`}::bigint[]`,
    keyword ? sql`(${app.name} ilike ${`%${likeText(keyword)}%`} or ${app.appid} = ${keyword})` : undefined,
  );
  const { limit, offset, order } = pageOf(input, { name: app.name, createdAt: app.createdAt }, [
    sql`${app.createdAt} desc`,
    sql`${app.id} desc`,
  ]);
  const userCount = sql<number>`(select count(*)::int from app_consent c where c.app_id = ${app.id})`;
  const [rows, total] = await Promise.all([
    db
      .select({
        id: app.id,
        appid: app.appid,
        name: app.name,
        description: app.description,
        redirectUris: app.redirectUris,
        scopes: app.scopes,
        projectIds: app.projectIds,
        projectNames: sql<
          string[]
        >`array(select p.name from project p where p.id = any(${app.projectIds}) order by p.id)`,
        tokenMinutes: app.tokenMinutes,
        status: app.status,
        createdAt: app.createdAt,
        version: app.version,
        userCount,
      })
      .from(app)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(app).where(where),
  ]);
  return { rows, count: total[0]?.n ?? 0 };
}

/** What the form offers. */
export async function getAppOption(viewer: Viewer): Promise<OutputOf<Api['getAppOption']>> {
  return {
    projects: await projectOptions(viewer),
    all: viewer.scope.projects === null && viewer.scope.departments === null,
  };
}

/** Registers an application. The secret leaves here once. */
export async function addApp(viewer: Viewer, input: InputOf<Api['addApp']>): Promise<OutputOf<Api['addApp']>> {
  checkAddresses(input.redirectUris);
  await checkProjects(viewer, input.projectIds ?? null);
  const secret = newSecret();
  const appid = `ah${randomBytes(9).toString('hex')}`;
  return command(viewer, async ({ tx }) => {
    await checkName(tx, input.name);
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
    await checkName(tx, input.name, row.id);
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
