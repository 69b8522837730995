import { verifyPassword } from '#server/auth/password.ts';
import { reauthenticate } from '#server/auth/reauthenticate.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';

/** Contacts that prove or restore a login: changing the viewer's own needs the password. */
const contacts = ['mobile', 'email'] as const;

export type Contacts = { [field in (typeof contacts)[number]]?: string | null };

/** Returns whether an edit changes phone or e-mail; an absent field is unchanged. */
export function changesContact(previous: Contacts, after: Contacts): boolean {
  return contacts.some((field) => after[field] !== undefined && (after[field] ?? null) !== (previous[field] ?? null));
}

/** Returns the 400 error for a missing password. */
export function passwordRequired() {
  return invalidField('password', '请输入密码', 'required');
}

/** Returns the stored hash of the user's password. */
export async function passwordHashOf(userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('passwordHash').where('id', '=', userId).executeTakeFirst();
  return row?.passwordHash ?? null;
}

/**
 * Requires the viewer's password again: proves that the user is at the screen. Attempts are counted before validation.
 * @throws Problem 400 naming the field `password`; 429 after too many wrong attempts
 */
export async function provePassword(viewer: Viewer, info: RequestInfo, password: string | undefined): Promise<void> {
  if (!password) throw passwordRequired();
  const isRightPassword = async () => verifyPassword(await passwordHashOf(viewer.userId), password);
  if (!(await reauthenticate(viewer, info, 'password', isRightPassword))) throw invalidField('password', '密码不正确');
}

/** Requires the password when an edit of the viewer's own account changes phone or e-mail; true when it was correct. */
export async function proveContact(
  viewer: Viewer,
  info: RequestInfo,
  edit: Contacts & { password?: string },
): Promise<boolean> {
  const previous = await db
    .selectFrom('user')
    .select(['mobile', 'email'])
    .where('id', '=', viewer.userId)
    .executeTakeFirst();
  if (!changesContact(previous ?? {}, edit)) return false;
  await provePassword(viewer, info, edit.password);
  return true;
}
