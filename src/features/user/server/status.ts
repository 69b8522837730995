import type { userApi } from '#features/user/contract.ts';
import { unlockAccount } from '#server/auth/loginThrottle.ts';
import { hashPassword } from '#server/auth/password.ts';
import { type EndReason, sendOff } from '#server/auth/session.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { assignmentsOf } from '#server/feature/assignments.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { ManagedUser } from './manage.ts';
import { randomPassword } from './seed.ts';
import { nameOf } from './service.ts';
import { deleteTotp } from './totp/totp.ts';
import { managedUser, notSelf, users } from './write.ts';

type Api = typeof userApi;

/** Ends every session of a user at once; releases their open warns with the reason in the text. */
async function endAll(viewer: Viewer, id: string, reason: EndReason, message: string): Promise<void> {
  await sendOff(viewer, id, reason, `${await nameOf(db, id)} ${message}，自动释放`);
}

/** Changes the account of another user; 400 with the text `self` for the viewer's own account. */
function changeOtherUser(viewer: Viewer, id: string, self: string, action?: (ctx: CommandContext) => Promise<void>) {
  return command(viewer, async (ctx): Promise<ManagedUser> => {
    const row = await managedUser(ctx.tx, viewer, id);
    notSelf(viewer, row, self);
    await action?.(ctx);
    return row;
  });
}

/** Returns the warns that a user handles; they are released when the account is disabled or its sessions end. */
export async function getUserInHand(
  viewer: Viewer,
  { id }: InputOf<Api['getUserInHand']>,
): Promise<OutputOf<Api['getUserInHand']>> {
  await command(viewer, ({ tx }) => managedUser(tx, viewer, id));
  return (await assignmentsOf(db, [id])).map((assignment) => ({ id: assignment.id, no: assignment.no }));
}

/** Enables or disables a user; disabling ends all their sessions. */
export async function updateUserStatus(
  viewer: Viewer,
  input: InputOf<Api['updateUserStatus']>,
): Promise<OutputOf<Api['updateUserStatus']>> {
  const answer = await users.setStatus(viewer, input);
  if (input.status === 'disabled') await endAll(viewer, input.id, 'disabled', '的账号已停用');
  return answer;
}

/** Sets a random password, answered once, to be changed at the next login; ends every session. */
export async function resetUserPassword(
  viewer: Viewer,
  { id }: InputOf<Api['resetUserPassword']>,
): Promise<OutputOf<Api['resetUserPassword']>> {
  const password = randomPassword();
  const hash = await hashPassword(password);
  const { account } = await changeOtherUser(
    viewer,
    id,
    '自己的密码请在个人中心修改',
    async ({ tx, invalidate: touch }) => {
      await tx
        .updateTable('user')
        .set({
          passwordHash: hash,
          passwordChangedAt: now,
          mustChangePassword: true,
          updatedAt: now,
          updatedBy: viewer.userId,
        })
        .where('id', '=', id)
        .execute();
      touch('permission');
    },
  );
  await endAll(viewer, id, 'reset', '的密码已重置，登录已结束');
  await unlockAccount(account);
  return { password };
}

/** Lifts the lock that wrong passwords put on the account, for every address. */
export async function unlockUser(viewer: Viewer, { id }: InputOf<Api['unlockUser']>): Promise<null> {
  const { account } = await command(viewer, ({ tx }) => managedUser(tx, viewer, id));
  await unlockAccount(account);
  return null;
}

/** Ends every session of another user. */
export async function logoutUser(viewer: Viewer, { id }: InputOf<Api['logoutUser']>): Promise<null> {
  await changeOtherUser(viewer, id, '自己的登录请在个人中心结束');
  await endAll(viewer, id, 'forced', '被强制下线');
  return null;
}

/**
 * Turns two-step login off for a user who lost phone and recovery codes: the next login needs only the password. Ends
 * every session.
 */
export async function resetUserTotp(viewer: Viewer, { id }: InputOf<Api['resetUserTotp']>): Promise<null> {
  await changeOtherUser(viewer, id, '自己的两步登录请在个人中心关闭', ({ tx }) => deleteTotp(tx, id));
  await endAll(viewer, id, 'reset', '的两步登录已重置，登录已结束');
  return null;
}
