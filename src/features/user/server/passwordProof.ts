import { verifyPassword } from '#server/auth/password.ts';
import { reauthenticate } from '#server/auth/reauthenticate.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';

/** By these a login is proven or brought back: who changes their own gives the password, once more. */
const contacts = ['mobile', 'email'] as const;

export type Contacts = { [field in (typeof contacts)[number]]?: string | null };

/** Whether an edit would change phone or e-mail; an absent field stays as it is. */
export function changesContact(previous: Contacts, after: Contacts): boolean {
  return contacts.some((field) => after[field] !== undefined && (after[field] ?? null) !== (previous[field] ?? null));
}

/** 400 about the password: it is missing. */
export function passwordRequired() {
  return invalidField('password', '请输入密码', 'required');
}

/** How the person's password is kept. */
export async function passwordHashOf(userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('passwordHash').where('id', '=', userId).executeTakeFirst();
  return row?.passwordHash ?? null;
}

/**
 * The person's own password, given again: it proves that it is they and not somebody at their unwatched screen. Tries count
 * before they are judged.
 * @throws Problem 400 naming the field `password`; 429 after too many wrong ones
 */
export async function provePassword(viewer: Viewer, info: RequestInfo, password: string | undefined): Promise<void> {
  if (!password) throw passwordRequired();
  const isRightPassword = async () => verifyPassword(await passwordHashOf(viewer.userId), password);
  if (!(await reauthenticate(viewer, info, 'password', isRightPassword))) throw invalidField('password', '密码不正确');
}

/** Asks for the password where an edit of one's own account changes phone or e-mail; true when it was given and right. */
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
