import { sql } from 'kysely';
import type { userApi } from '#features/user/contract.ts';
import { hashPassword, verifyPassword } from '#server/auth/password.ts';
import { reauthenticate } from '#server/auth/reauthenticate.ts';
import { endSession, endSessionsOf } from '#server/auth/session.ts';
import { invalid, invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { releaseAfterLogout } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { staleWithLinks } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { quietProblem } from '#shared/rule/quietHours.ts';
import { browserOf } from '#shared/userAgent.ts';
import { ipLocation } from './ipLocation.ts';
import { changesContact, passwordHashOf, passwordRequired, proveContact } from './passwordProof.ts';
import { totpOf } from './totp/totp.ts';
import { weakness } from './weakPassword.ts';

type Api = typeof userApi;
type Profile = OutputOf<Api['getUserProfile']>;

/** Returns the data of the viewer's own page. */
export async function getUserProfile(viewer: Viewer): Promise<Profile> {
  const row = await db.row(sql<Omit<Profile, 'totp'>>`
    select u.account, u.name, u.avatar_file_id::text as avatar, u.mobile, u.email, u.gender, u.post, u.job_number as "jobNumber", u.extension,
      d.name as "departmentName", u.last_login_at as "lastLoginAt", u.last_login_ip as "lastLoginIp", u.password_changed_at as "passwordChangedAt",
      u.expires_at as "expiresAt", u.quiet_from as "quietFrom", u.quiet_to as "quietTo", u.version,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'key', r.key, 'name', r.name) order by r.sort, r.id)
        from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = u.id), '[]') as roles
    from "user" u join department d on d.id = u.department_id where u.id = ${viewer.userId}`);
  if (!row) throw notFound('用户');
  return { ...row, totp: await totpOf(viewer.userId) };
}

/**
 * Changes the viewer's phone, e-mail, sex and quiet hours, the first two with the password; other fields need an
 * administrator.
 */
export async function editUserProfile(
  viewer: Viewer,
  { version, password, ...fields }: InputOf<Api['editUserProfile']>,
  info: RequestInfo,
): Promise<OutputOf<Api['editUserProfile']>> {
  const quiet = quietProblem(fields.quietFrom, fields.quietTo);
  if (quiet) throw invalid([quiet]);
  const proven = await proveContact(viewer, info, { ...fields, password });
  return command(viewer, async ({ tx }) => {
    const row = await tx.selectFrom('user').selectAll().where('id', '=', viewer.userId).forUpdate().executeTakeFirst();
    if (!row) throw notFound('用户');
    if (row.version !== version) throw await staleWithLinks(tx, 'user', row.id, version, row, []);
    if (!proven && changesContact(row, fields)) throw passwordRequired();
    await tx
      .updateTable('user')
      .set({ ...fields, version: version + 1 })
      .where('id', '=', viewer.userId)
      .execute();
    return { version: version + 1 };
  });
}

/**
 * Changes the viewer's password; needs the old one, within the login's limits. Ends every other session of the viewer.
 */
export async function editUserPassword(
  viewer: Viewer,
  input: InputOf<Api['editUserPassword']>,
  info: RequestInfo,
): Promise<null> {
  const isRightPassword = async () => verifyPassword(await passwordHashOf(viewer.userId), input.oldPassword);
  if (!(await reauthenticate(viewer, info, 'password', isRightPassword)))
    throw invalidField('oldPassword', '原密码不正确');
  const weak = weakness(input.newPassword, viewer);
  if (weak) throw invalidField('newPassword', weak);
  if (input.newPassword === input.oldPassword) throw invalidField('newPassword', '新密码须与原密码不同');
  const hash = await hashPassword(input.newPassword);
  await command(viewer, async ({ tx, invalidate: touch }) => {
    await tx
      .updateTable('user')
      .set({
        passwordHash: hash,
        passwordChangedAt: now,
        mustChangePassword: false,
        updatedAt: now,
        updatedBy: viewer.userId,
      })
      .where('id', '=', viewer.userId)
      .execute();
    touch('permission');
  });
  await endSessionsOf(viewer.userId, 'password', viewer.sessionId);
  return null;
}

interface Open {
  id: string;
  ip: string | null;
  agent: string | null;
  created_at: string;
  seen_at: string;
}

/** Returns the viewer's open sessions, the current session first. */
export async function getUserSessionList(viewer: Viewer): Promise<OutputOf<Api['getUserSessionList']>> {
  const rows = await db.rows(sql<Open>`
    select id::text, ip, agent, created_at, seen_at from session
    where user_id = ${viewer.userId} and ended_at is null and expires_at > now()
    order by (id = ${viewer.sessionId}::bigint) desc, seen_at desc limit 100`);
  return rows.map((row) => ({
    id: row.id,
    device: browserOf(row.agent ?? ''),
    ip: row.ip ?? '',
    place: ipLocation(row.ip ?? ''),
    at: row.seen_at,
    startedAt: row.created_at,
    current: row.id === viewer.sessionId,
  }));
}

/** Ends one of the viewer's own sessions; 404 for a session of another user. */
export async function deleteUserSession(viewer: Viewer, { id }: InputOf<Api['deleteUserSession']>): Promise<null> {
  const open = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', viewer.userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (!open) throw notFound('登录');
  await endSession(id, 'ended');
  await releaseAfterLogout(viewer);
  return null;
}
