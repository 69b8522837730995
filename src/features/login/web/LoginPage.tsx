import './LoginPage.css';
import { useRef } from 'react';
import { Navigate } from 'react-router';
import { thirdPartyIn } from '#web/login/thirdParty.ts';
import { useSession } from '#web/session.ts';
import { Consent } from './Consent.tsx';
import { Ground } from './Ground.tsx';
import { SignIn } from './SignIn.tsx';

/** The login page; under `appid` the person goes back to the other system afterwards. */
export default function LoginPage() {
  const { token } = useSession();
  const party = thirdPartyIn(location);
  /** This page's own login leads on by itself; one in another tab is followed. */
  const entering = useRef(false);
  const elsewhere = token !== undefined && !entering.current;
  if (elsewhere && !party) return <Navigate to="/" replace />;
  return (
    <main className="login">
      <Ground />
      <section className="login-side">
        {elsewhere && party ? <Consent party={party} /> : <SignIn party={party} entering={entering} />}
      </section>
    </main>
  );
}
