import { Fragment, type ReactNode } from 'react';
import { asList, sosLink } from '#shared/sosLink.ts';
import { withToast } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { box } from '#web/message/message.tsx';
import { userApi } from '../contract.ts';
import type { UserRow } from './cells.tsx';
import { showPassword } from './showPassword.tsx';

/** Row mutations: each confirms if needed, runs and returns whether the list must be reloaded. */

/** Returns the warns that a user handles; null for a viewer who may end sessions but not see the warns. */
async function inHandOf({ id }: UserRow) {
  try {
    return await callApi(userApi.getUserInHand, { id });
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null;
    throw error;
  }
}

/**
 * Returns the text about the user's open warns, shown before their sessions end; undefined when it could not be loaded.
 */
async function assignmentsText(row: UserRow): Promise<ReactNode | undefined> {
  const held = await withToast(() => inHandOf(row), { done: null });
  if (held === undefined) return undefined;
  if (held === null) return '手上若有告警，会立即回到待处理并重新响铃。';
  if (held.length === 0) return null;
  return (
    <>
      手上有 {held.length} 条告警（
      {held.map((assignment, index) => (
        <Fragment key={assignment.id}>
          {index > 0 && '、'}
          <span className="whitespace-nowrap">{assignment.no}</span>
        </Fragment>
      ))}
      ），会立即回到待处理并重新响铃。
    </>
  );
}

export async function toggleUser(row: UserRow): Promise<boolean> {
  const status = row.status === 'enabled' ? 'disabled' : 'enabled';
  if (status === 'disabled') {
    const held = await assignmentsText(row);
    if (held === undefined) return false;
    const sure = await box.confirm(
      <>
        停用 {row.name}（{row.account}）？正在使用的登录会立即结束。{held}
      </>,
      { ok: '停用并下线', danger: true },
    );
    if (!sure) return false;
  }
  const done = await withToast(() => callApi(userApi.updateUserStatus, { id: row.id, status }), {
    failed: texts.updateFailed,
  });
  return done !== undefined;
}

export async function resetPassword(row: UserRow): Promise<boolean> {
  const held = await assignmentsText(row);
  if (held === undefined) return false;
  const sure = await box.confirm(
    <>
      重置 {row.name}（{row.account}）的密码？原密码立即失效，正在使用的登录会结束。{held}
    </>,
    { ok: '重置密码', danger: true },
  );
  if (!sure) return false;
  const answer = await withToast(() => callApi(userApi.resetUserPassword, { id: row.id }), {
    done: null,
    failed: texts.resetFailed,
  });
  if (!answer) return false;
  await showPassword(row.account, answer.password);
  return true;
}

export async function logoutUser(row: UserRow): Promise<boolean> {
  const held = await assignmentsText(row);
  if (held === undefined) return false;
  const sure = await box.confirm(
    <>
      让 {row.name} 从 {row.sessionCount} 处登录下线？{held ?? '本人重新登录后可以接着做。'}
    </>,
    { ok: '强制下线', danger: true },
  );
  return sure && (await withToast(() => callApi(userApi.logoutUser, { id: row.id }))) !== undefined;
}

export async function unlockUser(row: UserRow): Promise<boolean> {
  return (
    (await withToast(() => callApi(userApi.unlockUser, { id: row.id }), { done: `${row.name} 已解锁` })) !== undefined
  );
}

export async function resetTotp(row: UserRow): Promise<boolean> {
  const held = await assignmentsText(row);
  if (held === undefined) return false;
  const sure = await box.confirm(
    <>
      解除 {row.name} 的两步登录？之后只凭密码就能登录，请先确认是本人提出的。正在使用的登录会结束。{held}
    </>,
    { ok: '解除两步登录', danger: true },
  );
  return sure && (await withToast(() => callApi(userApi.resetUserTotp, { id: row.id }))) !== undefined;
}

export async function deleteUsers(rows: readonly UserRow[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const whom = rows.length === 1 ? `${first.name}（${first.account}）` : `${first.name} 等 ${rows.length} 人`;
  const sure = await box.confirm(`确认删除用户 ${whom}？删除后不能再登录，日志中仍保留姓名，账号不再启用。`, {
    ok: '删除用户',
    danger: true,
    level: 'warning',
  });
  if (!sure) return false;
  try {
    await callApi(userApi.deleteUser, { ids: rows.map((row) => row.id) });
    return true;
  } catch (error) {
    await alertRefusal(error);
    return false;
  }
}

/** Shows why a user with open warns cannot be deleted, with a link to transfer them. */
async function alertRefusal(error: unknown): Promise<void> {
  const data = error instanceof ApiError ? (error.data as { userId?: string; count?: number } | null) : null;
  if (!(error instanceof ApiError) || error.status !== 409 || !data?.userId) {
    await withToast(() => Promise.reject(error), { failed: texts.deleteFailed });
    return;
  }
  const go = await box.confirm(error.msg, { title: texts.deleteFailed, level: 'notice', ok: '去转派' });
  if (go) location.hash = sosLink({ ...asList, status: 'handling', handlerId: data.userId });
}
