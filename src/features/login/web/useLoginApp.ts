import { useEffect, useState } from 'react';
import { errorText } from '#web/api/feedback.ts';
import { fetchLoginApp, partyHost, type ThirdParty } from '#web/login/thirdParty.ts';

/** The other system as the login page shows it. */
export interface LoginAppState {
  /** Its host until the server has answered. */
  name: string;
  logoFileId: string | null;
  /** What it will learn; undefined until the server has answered. */
  scopes: readonly string[] | undefined;
  /** Set when nobody may be sent there. */
  refusal: string | undefined;
}

/** Asks the server about the other system before anything is typed. */
export function useLoginApp(party: ThirdParty | undefined): LoginAppState {
  const [details, setDetails] = useState<Omit<LoginAppState, 'refusal'>>({
    name: party ? partyHost(party) : '',
    logoFileId: null,
    scopes: undefined,
  });
  const [refusal, setRefusal] = useState<string>();
  const [requested] = useState(party);
  useEffect(() => {
    if (requested) fetchLoginApp(requested).then(setDetails, (error: unknown) => setRefusal(errorText(error)));
  }, [requested]);
  return { ...details, refusal };
}
