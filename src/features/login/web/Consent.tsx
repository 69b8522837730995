import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { hasConsented, requestCode, type ThirdParty } from '#web/login/thirdParty.ts';
import { errorText } from '#web/outcome.ts';
import { useSession } from '#web/session.ts';
import { Refusal } from './Refusal.tsx';

/** Asked once of a person who is logged in already: may the other system know who it is? */
export function Consent({ party, name }: { party: ThirdParty; name: string }) {
  const { user } = useSession();
  const [busy, setBusy] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const [wanted] = useState(party);
  const agree = async () => {
    setBusy(true);
    try {
      location.assign(await requestCode(wanted));
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  };
  useEffect(() => {
    // Asked once only: whoever agreed before goes back at once.
    hasConsented(wanted)
      .then(async (given) => (given ? location.assign(await requestCode(wanted)) : setBusy(false)))
      .catch((error: unknown) => {
        setRefusal(errorText(error));
        setBusy(false);
      });
  }, [wanted]);
  if (refusal) return <Refusal text={refusal} known />;
  return (
    <div className="login-form">
      <h1>授权 {name} 登录？</h1>
      <p>
        它将得知你的账号和姓名：{user?.name}（{user?.account}）。
      </p>
      <button type="button" className="button primary login-submit" disabled={busy} onClick={() => void agree()}>
        {busy && <span className="spinner" />}
        授权并返回
      </button>
      <Link to="/" replace>
        不授权，进入安好
      </Link>
    </div>
  );
}
