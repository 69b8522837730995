import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { writeLoginLog } from './loginLog.ts';
import { clearProofFailures, countProofAttempt, uncountProofAttempt } from './loginThrottle.ts';

const kinds = {
  password: { reason: 'passwordAgain', name: '密码' },
  code: { reason: 'codeAgain', name: '验证码' },
} as const;

/**
 * Holds what is asked for again within a session to the login's limits: five wrong ones of an account within an hour
 * lock it for 15 minutes, from any session of it; each try counts before it is judged. The sessions and the login itself stay open, so that whoever sits at
 * somebody's unwatched screen cannot lock them out. Each wrong one is in the login log.
 * @param verify answers whether what was given is right
 * @returns the same
 * @throws Problem 429 while it is locked; `right` is not asked then
 */
export async function reauthenticate(
  viewer: Viewer,
  info: RequestInfo,
  kind: keyof typeof kinds,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const { account, userId } = viewer;
  const { reason, name } = kinds[kind];
  const locked = await countProofAttempt(account, 'again');
  if (locked > 0) throw new Problem(429, `连续输错${name}，请 ${locked} 分钟后再试`);
  const fits = await verify().catch(async (error: unknown) => {
    await uncountProofAttempt(account, 'again');
    throw error;
  });
  if (fits) {
    await clearProofFailures(account, 'again');
    return true;
  }
  await writeLoginLog(account, userId, 'failure', reason, viewer, info);
  return false;
}
