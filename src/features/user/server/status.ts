import { sql } from 'kysely';
import type { userApi } from '#features/user/contract.ts';
import { unlockAccount } from '#server/auth/guard.ts';
import { hashPassword } from '#server/auth/password.ts';
import { endSessionsOf } from '#server/auth/session.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { casesInHand, giveBackCases } from '#server/feature/inHand.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { keepAdministrator, lockAdministrators, type ManagedUser, managedUser } from './manage.ts';
import { randomPassword } from './seed.ts';
import { forgetTotp } from './totp.ts';

type Api = typeof userApi;

function notSelf(viewer: Viewer, row: ManagedUser, what: string): void {
  if (row.id === viewer.userId) throw new Problem(400, what);
}

/** What somebody has in hand: it goes back to where others take it when their account is disabled or their sessions end. */
export async function getUserInHand(
  viewer: Viewer,
  { id }: InputOf<Api['getUserInHand']>,
): Promise<OutputOf<Api['getUserInHand']>> {
  await command(viewer, ({ tx }) => managedUser(tx, viewer, id));
  return (await casesInHand(db, [id])).map((held) => ({ id: held.id, no: held.no }));
}

/** Disabling ends every session of the person at once; the cases in their hands wait again. */
export async function updateUserStatus(
  viewer: Viewer,
  { id, status }: InputOf<Api['updateUserStatus']>,
): Promise<OutputOf<Api['updateUserStatus']>> {
  const { version, name } = await command(viewer, async ({ tx, touch }) => {
    await lockAdministrators(tx);
    const row = await managedUser(tx, viewer, id);
    if (status === 'disabled') notSelf(viewer, row, '不能停用自己的账号');
    if (row.status === status) return row;
    await tx.updateTable('user').set({ status }).where('id', '=', id).execute();
    await keepAdministrator(tx);
    touch('permission');
    return { ...row, version: row.version + 1 };
  });
  if (status === 'disabled') {
    await endSessionsOf(id, 'disabled');
    await giveBackCases(viewer, id, `${name} 的账号已停用，自动释放`);
  }
  return { id, version };
}

/**
 * Takes accounts out of use for good; the rows stay, so that every log goes on naming them. All or nothing; 409 while
 * somebody among them has alarms in hand.
 */
export async function deleteUser(viewer: Viewer, { ids }: InputOf<Api['deleteUser']>): Promise<null> {
  await command(viewer, async ({ tx, touch }) => {
    await lockAdministrators(tx);
    const open = await casesInHand(tx, ids);
    for (const id of ids.toSorted()) {
      const row = await managedUser(tx, viewer, id);
      notSelf(viewer, row, '不能删除自己的账号');
      const count = open.filter((held) => held.userId === id).length;
      if (count > 0)
        throw new Problem(409, `${row.name} 还有 ${count} 条处理中的告警，请先转派`, {
          userId: id,
          name: row.name,
          count,
        });
      await tx.updateTable('user').set({ deletedAt: now, status: 'disabled' }).where('id', '=', id).execute();
      await tx.updateTable('department').set({ leaderId: null }).where('leaderId', '=', id).execute();
    }
    await keepAdministrator(tx);
    touch('permission');
  });
  for (const id of ids) await endSessionsOf(id, 'deleted');
  return null;
}

/** A random password, answered once; it must be changed at the next login, every session ends, and cases in hand wait again. */
export async function resetUserPassword(
  viewer: Viewer,
  { id }: InputOf<Api['resetUserPassword']>,
): Promise<OutputOf<Api['resetUserPassword']>> {
  const password = randomPassword();
  const hash = await hashPassword(password);
  const { account, name } = await command(viewer, async ({ tx, touch }) => {
    const row = await managedUser(tx, viewer, id);
    notSelf(viewer, row, '自己的密码请在个人中心修改');
    await sql`
      update "user" set password_hash = ${hash}, password_changed_at = now(), must_change_password = true, updated_at = now(), updated_by = ${viewer.userId}
      where id = ${id}`.execute(tx);
    touch('permission');
    return row;
  });
  await endSessionsOf(id, 'reset');
  await giveBackCases(viewer, id, `${name} 的密码已重置，登录已结束，自动释放`);
  await unlockAccount(account);
  return { password };
}

/** Lifts the lock that wrong passwords put on the account, from every address. */
export async function unlockUser(viewer: Viewer, { id }: InputOf<Api['unlockUser']>): Promise<null> {
  const { account } = await command(viewer, ({ tx }) => managedUser(tx, viewer, id));
  await unlockAccount(account);
  return null;
}

/** Ends every session of somebody else at once; the cases in their hands wait again. */
export async function logoutUser(viewer: Viewer, { id }: InputOf<Api['logoutUser']>): Promise<null> {
  const { name } = await command(viewer, async ({ tx }) => {
    const row = await managedUser(tx, viewer, id);
    notSelf(viewer, row, '自己的登录请在个人中心结束');
    return row;
  });
  await endSessionsOf(id, 'forced');
  await giveBackCases(viewer, id, `${name} 被强制下线，自动释放`);
  return null;
}

/**
 * For somebody who lost phone and recovery codes: the next login asks for the password alone. Every session ends, and the
 * cases in their hands wait again.
 */
export async function resetUserTotp(viewer: Viewer, { id }: InputOf<Api['resetUserTotp']>): Promise<null> {
  const { name } = await command(viewer, async ({ tx }) => {
    const row = await managedUser(tx, viewer, id);
    notSelf(viewer, row, '自己的两步登录请在个人中心关闭');
    await forgetTotp(tx, id);
    return row;
  });
  await endSessionsOf(id, 'reset');
  await giveBackCases(viewer, id, `${name} 的两步登录已重置，登录已结束，自动释放`);
  return null;
}
