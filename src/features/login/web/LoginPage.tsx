import './LoginPage.css';
import { type RefObject, useRef } from 'react';
import { Navigate } from 'react-router';
import { type ThirdParty, thirdPartyIn } from '#web/login/thirdParty.ts';
import { useSession } from '#web/session.ts';
import { Consent } from './Consent.tsx';
import { Ground } from './Ground.tsx';
import { Refusal } from './Refusal.tsx';
import { SignIn } from './SignIn.tsx';
import { useParty } from './useParty.ts';

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
        <Party party={party} known={elsewhere} entering={entering} />
      </section>
    </main>
  );
}

interface PartyProps {
  party: ThirdParty | undefined;
  /** Logged in already, before this page was opened or in another tab. */
  known: boolean;
  entering: RefObject<boolean>;
}

/** Whoever is unknown or comes back to an unregistered address is refused before anything is typed. */
function Party({ party, known, entering }: PartyProps) {
  const { refusal, ...other } = useParty(party);
  if (refusal) return <Refusal text={refusal} known={known} />;
  if (known && party) return <Consent party={party} other={other} />;
  return <SignIn party={party} other={other} entering={entering} />;
}
