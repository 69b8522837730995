import { KeyRound, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { activationApi, maxPasswords } from '#features/activation/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import type { ImportedProps } from '#web/importing/ImportPreview.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { userApi } from '../contract.ts';
import { issueLinks, issuePasswords } from './batchMutations.tsx';

type Waiting = OutputOf<typeof activationApi.getActivationList>;

/**
 * Offers passwords or links below an import of accounts. Each list is shown once and can be made again until the users
 * logged in.
 */
export default function ImportedSlot({ jobId, path }: ImportedProps) {
  const applies = path === userApi.importUser.path && can('user:password');
  const [waiting, setWaiting] = useState<Waiting>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (applies)
      void withToast(() => callApi(activationApi.getActivationList, { jobId }), { done: null }).then(setWaiting);
  }, [applies, jobId]);
  if (!waiting || waiting.count === 0) return null;
  const run = async (action: () => Promise<boolean>) => {
    setBusy(true);
    await action();
    setBusy(false);
  };
  // Users who have logged in meanwhile keep their password.
  const passwords = async () => {
    const now = await withToast(() => callApi(activationApi.getActivationList, { jobId }), { done: null });
    setWaiting(now ?? waiting);
    return now !== undefined && now.count > 0 && issuePasswords(now.rows);
  };
  const many = waiting.count > maxPasswords;
  return (
    <Callout as="section" className="user-imported flex items-center gap-2" aria-label="新账号怎样登录">
      <p className="flex-1 grid">
        <strong>{count(waiting.count)} 个新账号还没有登录过。</strong>
        <span className="text-[13px] text-text2">激活链接由本人设置密码；一次性密码首次登录须修改。</span>
      </p>
      <Button disabled={busy} onClick={() => void run(() => issueLinks({ jobId }))}>
        <Link2 size={16} aria-hidden /> 激活链接
      </Button>
      <Button
        disabled={busy || many}
        title={many ? `超过 ${maxPasswords} 个账号请用激活链接` : undefined}
        onClick={() => void run(passwords)}
      >
        <KeyRound size={16} aria-hidden /> 一次性密码
      </Button>
    </Callout>
  );
}
