import { useEffect, useState } from 'react';
import { errorText } from '#web/api/feedback.ts';
import { fetchLoginApp, partyHost, type ThirdParty } from '#web/login/thirdParty.ts';

/** Data of the other system for the login page. */
export interface LoginAppState {
  /** Host of the address until the server has answered. */
  name: string;
  logoFileId: string | null;
  /** Scopes that the system gets; undefined until the server has answered. */
  scopes: readonly string[] | undefined;
  /** Reason why users must not be sent to the system. */
  refusal: string | undefined;
}

/** Loads the other system's data before the user types anything. */
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
