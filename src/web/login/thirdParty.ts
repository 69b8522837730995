import { send } from '#web/api/request.ts';

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
  // An address that was not encoded may hold a `?` of its own.
  const from = address.hash.indexOf('?');
  const behind = new URLSearchParams(from < 0 ? '' : address.hash.slice(from + 1));
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
  // What is there already stays as it is written: another spelling would be another address to its owner.
  const end = redirectUri.indexOf('#');
  const [head, tail] = end < 0 ? [redirectUri, ''] : [redirectUri.slice(0, end), redirectUri.slice(end)];
  const parameters = Object.entries(answer).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  const joint = head.includes('?') ? (/[?&]$/.test(head) ? '' : '&') : '?';
  return `${head}${joint}${parameters.join('&')}${tail}`;
}

/** The other system as it is registered here. */
export interface LoginApp {
  name: string;
  /** Its picture, fetched from `logoAddress`. */
  logoFileId: string | null;
  scopes: string[];
}

/** Hands out pictures of applications without a login. */
export const logoAddress = '/api/oauth2/getAppLogo';

/** The other system's registered name, picture and scopes; throws CallError when it is unknown or its address is not registered. */
export function fetchLoginApp({ appid, redirectUri }: ThirdParty): Promise<LoginApp> {
  return send('POST', '/api/oauth2/getAppInfo', { appid, redirectUri }, { open: true });
}

/** Whether the person need not be asked: they agreed before, or the house trusts the other system. */
export async function hasConsented({ appid }: ThirdParty): Promise<boolean> {
  return (await send<{ given: boolean }>('POST', '/api/oauth2/getConsent', { appid })).given;
}

/** How the other system is called on the page until the server has told its name. */
export function partyHost(party: ThirdParty): string {
  return URL.canParse(party.redirectUri) ? new URL(party.redirectUri).host : party.appid;
}
