import { useEffect, useState } from 'react';
import { partyHost, readParty, type ThirdParty } from '#web/login/thirdParty.ts';
import { errorText } from '#web/outcome.ts';

/** The other system's name, its host until the server has answered; `refusal` when it must not be sent anybody. */
export function useParty(party: ThirdParty | undefined): { name: string; refusal: string | undefined } {
  const [name, setName] = useState(() => (party ? partyHost(party) : ''));
  const [refusal, setRefusal] = useState<string>();
  const [asked] = useState(party);
  useEffect(() => {
    if (asked) readParty(asked).then(setName, (error: unknown) => setRefusal(errorText(error)));
  }, [asked]);
  return { name, refusal };
}
