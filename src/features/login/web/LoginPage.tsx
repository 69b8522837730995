import './LoginPage.css';
import { type RefObject, useRef } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { type ThirdParty, thirdPartyIn } from '#web/login/thirdParty.ts';
import { Consent } from './Consent.tsx';
import { LoginBackdrop } from './LoginBackdrop.tsx';
import { Refusal } from './Refusal.tsx';
import { SignIn } from './SignIn.tsx';
import { useLoginApp } from './useLoginApp.ts';
import { type ServiceInfo, useServiceInfo } from './useServiceInfo.ts';

/** Login page; with `appid` in the query the user returns to the other system afterwards. */
export default function LoginPage() {
  const { token } = useSession();
  const party = thirdPartyIn(location);
  const info = useServiceInfo();
  /** True while this page logs in itself and navigates; a login in another tab redirects it. */
  const entering = useRef(false);
  const elsewhere = token !== undefined && !entering.current;
  if (elsewhere && !party) return <Navigate to="/" replace />;
  return (
    <main className="login bg-container grid">
      <LoginBackdrop info={info} />
      <section className="login-side flex items-center justify-center">
        <AppLogin party={party} loggedIn={elsewhere} entering={entering} help={helpOf(info)} />
      </section>
    </main>
  );
}

interface AppLoginProps {
  party: ThirdParty | undefined;
  /** True: logged in before this page was opened, or in another tab. */
  loggedIn: boolean;
  entering: RefObject<boolean>;
  help: string;
}

/** Returns the deployment's help text as a sentence. */
function helpOf(info: ServiceInfo): string {
  return typeof info === 'object' ? info.help.replace(/[^。！？]$/, '$&。') : '';
}

/** Refuses an unknown system or an unregistered redirect address before the user types anything. */
function AppLogin({ party, loggedIn, entering, help }: AppLoginProps) {
  const { refusal, ...other } = useLoginApp(party);
  if (refusal) return <Refusal text={refusal} loggedIn={loggedIn} />;
  if (loggedIn && party) return <Consent party={party} other={other} />;
  return <SignIn party={party} other={other} entering={entering} help={help} />;
}
