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
 * Verifies a password or code within a session: five failures of an account in an hour lock it for 15 minutes, in all
 * its sessions. Sessions and login stay usable: an unattended screen cannot lock out its user. Failures go to the login
 * log.
 * @param verify returns whether the proof is correct
 * @returns the result of `verify`
 * @throws Problem 429 while locked, without calling `verify`
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
