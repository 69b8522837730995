import { useEffect, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { useSession } from '#web/api/session.ts';
import { loadProfile } from '#web/api/sessionFlow.ts';
import { hasConsented, requestCode, type ThirdParty } from '#web/login/thirdParty.ts';
import { Button } from '#web/ui/Button.tsx';
import { AppLogo } from './AppLogo.tsx';
import { GrantedScopes } from './GrantedScopes.tsx';
import { Refusal } from './Refusal.tsx';
import type { LoginAppState } from './useLoginApp.ts';

/** Link that reloads the page, outside the router: it also drops the other system's query before the hash. */
const inside = './#/index';

/** Consent of a logged-in user: asks once whether the other system may identify the user. */
export function Consent({ party, other }: { party: ThirdParty; other: Omit<LoginAppState, 'refusal'> }) {
  const { user } = useSession();
  const unknown = user === undefined;
  useEffect(() => {
    // The question shows the name of the logged-in user.
    if (unknown) loadProfile().catch(() => undefined);
  }, [unknown]);
  const [busy, setBusy] = useState(false);
  /** True until it is known whether consent is needed. */
  const [checking, setChecking] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const [requested] = useState(party);
  const agree = async () => {
    setBusy(true);
    try {
      location.assign(await requestCode(requested));
    } catch (error) {
      setRefusal(problemText(error));
      setBusy(false);
    }
  };
  useEffect(() => {
    // With an earlier consent, or for a trusted system, the page redirects at once.
    hasConsented(requested)
      .then(async (consented) => (consented ? location.assign(await requestCode(requested)) : setChecking(false)))
      .catch((error: unknown) => setRefusal(problemText(error)));
  }, [requested]);
  if (refusal) return <Refusal text={refusal} loggedIn />;
  if (checking)
    return (
      <p className="flex items-center gap-2 text-text2" aria-busy="true">
        <span className="spinner" /> 正在核对授权…
      </p>
    );
  return (
    <div className="login-form max-w-full flex flex-col gap-5">
      <AppLogo fileId={other.logoFileId} />
      <h1 className="mb-1 text-2xl leading-8">授权 {other.name} 登录？</h1>
      <p className="text-text2">
        {user && `你现在的登录是 ${user.name}（${user.account}）。`}同意后返回 {other.name}。
      </p>
      <GrantedScopes scopes={other.scopes} />
      <Button
        kind="primary"
        className="login-submit h-11 font-bold text-base"
        disabled={busy}
        onClick={() => void agree()}
      >
        {busy && <span className="spinner" />}
        授权并返回
      </Button>
      <a href={inside}>不授权，进入安好</a>
    </div>
  );
}
