import { send } from '../request.ts';

/** Another system that sent the person here to log in (specification section 4). */
export interface ThirdParty {
  appid: string;
  redirectUri: string;
  state: string | null;
  /** Everything that came in the address; it is passed on to the server as it is. */
  query: URLSearchParams;
}

/** Finds the other system in `/#/login?appid=…` and in `/?appid=…#/login`; the part behind the hash counts first. */
export function thirdPartyIn(address: { search: string; hash: string }): ThirdParty | undefined {
  const query = new URLSearchParams(address.search);
  const behind = new URLSearchParams(address.hash.split('?')[1] ?? '');
  for (const [name, value] of behind) query.set(name, value);
  const appid = query.get('appid');
  if (!appid) return undefined;
  return { appid, redirectUri: query.get('redirect_uri') ?? '', state: query.get('state'), query };
}

/** Asks for a code; throws CallError when the server refuses the other system. */
export async function requestCode(party: ThirdParty): Promise<string> {
  const { code, sign } = await send<{ code: string; sign: string }>(
    'POST',
    `/api/oauth2/getUserCode?${party.query}`,
    {},
  );
  return returnAddress(party.redirectUri, { code, sign, state: party.state });
}

/**
 * The address to go back to: code, sign and state are appended, an existing `?` and `#` are respected.
 * @throws RangeError when it is no http address
 */
export function returnAddress(
  redirectUri: string,
  answer: { code: string; sign: string; state: string | null },
): string {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('返回地址不正确');
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.append(name, value);
  return url.href;
}

/** The other system's registered name; throws CallError when it is unknown or its address is not registered. */
export async function readParty({ appid, redirectUri }: ThirdParty): Promise<string> {
  const { name } = await send<{ name: string }>(
    'POST',
    '/api/oauth2/getAppInfo',
    { appid, redirectUri },
    { open: true },
  );
  return name;
}

/** Whether this person has let the other system know who they are before. */
export async function hasConsented({ appid }: ThirdParty): Promise<boolean> {
  return (await send<{ given: boolean }>('POST', '/api/oauth2/getConsent', { appid })).given;
}

/** How the other system is called on the page until the server has told its name. */
export function partyHost(party: ThirdParty): string {
  return URL.canParse(party.redirectUri) ? new URL(party.redirectUri).host : party.appid;
}
