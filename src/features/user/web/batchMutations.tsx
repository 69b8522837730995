import { activationApi, linkDays } from '#features/activation/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { texts } from '#web/core/texts.ts';
import { listTime } from '#web/data/format.ts';
import { box, toast } from '#web/message/message.tsx';
import { userApi } from '../contract.ts';
import type { UserRow } from './cells.tsx';
import { showOnce } from './OnceList.tsx';

/** Batch mutations: each confirms if needed, runs, reports the result per row and returns whether it was done. */

export type Answer = OutputOf<typeof userApi.batchUpdateUserStatus>;
type UserRef = Pick<UserRow, 'id' | 'account' | 'name'>;

const idsOf = (rows: readonly UserRef[]) => rows.map(({ id }) => id);
const whom = (rows: readonly UserRef[]) =>
  rows.length === 1 ? `${rows[0]?.name}（${rows[0]?.account}）` : `${rows[0]?.name} 等 ${rows.length} 人`;

/** Returns the text about the open warns of these users; undefined when it could not be loaded. */
async function assignmentsText(rows: readonly UserRef[]): Promise<string | undefined> {
  if (!can('user:status')) return '手上的告警会立即回到待处理并重新响铃。';
  const users = await withToast(() => callApi(userApi.getUsersInHand, { ids: idsOf(rows) }), { done: null });
  if (!users) return undefined;
  const busy = users.filter(({ nos }) => nos.length > 0);
  const cases = busy.reduce((sum, { nos }) => sum + nos.length, 0);
  if (cases === 0) return '';
  const names = busy.slice(0, 5).map(({ name, nos }) => `${name} ${nos.length} 条`);
  const moreText = busy.length > names.length ? ` 等 ${busy.length} 人` : '';
  return `手上有 ${cases} 条告警（${names.join('、')}${moreText}），会立即回到待处理并重新响铃。`;
}

/** Shows a toast when all succeeded, else a list of the refused users with reasons. */
export async function reportBatch(action: string, rows: readonly UserRef[], answers: Answer): Promise<void> {
  const refused = answers.flatMap((answer) => ('msg' in answer ? [answer] : []));
  const done = answers.length - refused.length;
  if (refused.length === 0) {
    toast.success(`已${action} ${done} 人`);
    return;
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  await box.alert(
    <>
      已{action} {done} 人，{refused.length} 人没有{action}：
      <ul className="max-h-70 mt-2 overflow-auto">
        {refused.map(({ id, msg }) => (
          <li className="border-t border-line py-1" key={id}>
            <strong>{byId.get(id)?.name}</strong> {byId.get(id)?.account}
            <span className="block text-text2">{msg}</span>
          </li>
        ))}
      </ul>
    </>,
    { title: `${refused.length} 人没有${action}`, level: 'notice', ok: '知道了', closeOnHashChange: false },
  );
}

export async function enableMany(rows: readonly UserRow[]): Promise<boolean> {
  const answers = await withToast(
    () => callApi(userApi.batchUpdateUserStatus, { ids: idsOf(rows), status: 'enabled' }),
    {
      done: null,
      failed: texts.updateFailed,
    },
  );
  if (answers) void reportBatch('启用', rows, answers);
  return answers !== undefined;
}

export async function disableMany(rows: readonly UserRow[]): Promise<boolean> {
  const held = await assignmentsText(rows);
  if (held === undefined) return false;
  const sure = await box.confirm(`停用 ${whom(rows)}？正在使用的登录会立即结束。${held}`, {
    ok: `停用 ${rows.length} 人并下线`,
    danger: true,
  });
  if (!sure) return false;
  const answers = await withToast(
    () => callApi(userApi.batchUpdateUserStatus, { ids: idsOf(rows), status: 'disabled' }),
    {
      done: null,
      failed: texts.updateFailed,
    },
  );
  if (answers) void reportBatch('停用', rows, answers);
  return answers !== undefined;
}

/** Sets new one-time passwords after a confirmation and shows them once. */
export async function resetMany(rows: readonly UserRef[]): Promise<boolean> {
  const held = await assignmentsText(rows);
  if (held === undefined) return false;
  const sure = await box.confirm(`重置 ${whom(rows)} 的密码？原密码立即失效，正在使用的登录会结束。${held}`, {
    ok: `重置 ${rows.length} 人的密码`,
    danger: true,
  });
  return sure && issuePasswords(rows);
}

/** Issues one-time passwords that replace any present ones; the list is shown once. */
export async function issuePasswords(rows: readonly UserRef[]): Promise<boolean> {
  const answers = await withToast(() => callApi(userApi.batchResetUserPassword, { ids: idsOf(rows) }), {
    done: null,
    failed: texts.resetFailed,
  });
  if (!answers) return false;
  const issued = answers.flatMap((answer) => ('msg' in answer ? [] : [{ ...answer, secret: answer.password ?? '' }]));
  if (issued.length > 0)
    await showOnce({
      title: '一次性密码只显示这一次',
      what: '一次性密码',
      text: '把密码交给本人，首次登录须修改。',
      rows: issued,
    });
  if (issued.length < answers.length) await reportBatch('重置密码', rows, answers);
  return true;
}

/** Issues links for setting the first password, for an import or selected users; the list is shown once. */
export async function issueLinks(of: { jobId: string } | { ids: string[] }): Promise<boolean> {
  const answer = await withToast(() => callApi(activationApi.addActivation, of), {
    done: null,
    failed: '激活链接没有生成',
  });
  if (!answer) return false;
  const { rows, skipped, expiresAt } = answer;
  const skippedText = skipped > 0 ? `${skipped} 个账号登录过、已停用或不由你管理，没有链接。` : '';
  if (rows.length === 0) {
    await box.alert(skippedText || '没有待激活的账号。', { title: '没有生成激活链接', level: 'notice', ok: '知道了' });
    return true;
  }
  const page = location.href.split('#')[0];
  await showOnce({
    title: '激活链接只显示这一次',
    what: '激活链接',
    text: `把链接发给本人，打开后自己设置密码。每个只能用一次，${linkDays} 天内有效（到 ${listTime(expiresAt)}）；再次生成后，之前的链接作废。${skippedText}`,
    rows: rows.map(({ account, name, token }) => ({ account, name, secret: `${page}#/open?activate=${token}` })),
  });
  return true;
}
