import { send } from '#web/api/request.ts';

/** A third-party app that sent the user here to log in (specification section 4). */
export interface ThirdParty {
  appid: string;
  redirectUri: string;
  state: string | null;
  /** Full query of the address; it is passed to the server unchanged. */
  query: URLSearchParams;
}

/** Finds the app in `/#/login?appid=…` and in `/?appid=…#/login`; the part behind the hash has precedence. */
export function thirdPartyIn(address: { search: string; hash: string }): ThirdParty | undefined {
  const query = new URLSearchParams(address.search);
  // An address that was not encoded can contain another `?`.
  const from = address.hash.indexOf('?');
  const behind = new URLSearchParams(from < 0 ? '' : address.hash.slice(from + 1));
  for (const [name, value] of behind) query.set(name, value);
  const appid = query.get('appid');
  if (!appid) return undefined;
  return { appid, redirectUri: query.get('redirect_uri') ?? '', state: query.get('state'), query };
}

/** Requests a code; throws CallError if the server refuses the app. */
export async function requestCode(party: ThirdParty): Promise<string> {
  const { code, sign } = await send<{ code: string; sign: string }>(
    'POST',
    `/api/oauth2/getUserCode?${party.query}`,
    {},
  );
  return returnAddress(party.redirectUri, { code, sign, state: party.state });
}

/**
 * Returns the address to go back to, with code, sign and state appended; an existing `?` and `#` are respected.
 * @throws RangeError if it is no http address
 */
export function returnAddress(
  redirectUri: string,
  answer: { code: string; sign: string; state: string | null },
): string {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('返回地址不正确');
  // The existing part is not re-encoded: another spelling would be another address for its owner.
  const end = redirectUri.indexOf('#');
  const [head, tail] = end < 0 ? [redirectUri, ''] : [redirectUri.slice(0, end), redirectUri.slice(end)];
  const parameters = Object.entries(answer).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  const joint = head.includes('?') ? (/[?&]$/.test(head) ? '' : '&') : '?';
  return `${head}${joint}${parameters.join('&')}${tail}`;
}

/** The app as registered here. */
export interface LoginApp {
  name: string;
  /** Its logo, fetched from `logoAddress`. */
  logoFileId: string | null;
  scopes: string[];
}

/** Serves logos of apps without a login. */
export const logoAddress = '/api/oauth2/getAppLogo';

/**
 * Returns the app's registered name, logo and scopes; throws CallError if it is unknown or its address is not
 * registered.
 */
export function fetchLoginApp({ appid, redirectUri }: ThirdParty): Promise<LoginApp> {
  return send('POST', '/api/oauth2/getAppInfo', { appid, redirectUri }, { open: true });
}

/** Returns whether no question is needed: the user agreed before, or the app is trusted. */
export async function hasConsented({ appid }: ThirdParty): Promise<boolean> {
  return (await send<{ given: boolean }>('POST', '/api/oauth2/getConsent', { appid })).given;
}

/** Returns the app's name on the page until its registered name has loaded. */
export function partyHost(party: ThirdParty): string {
  return URL.canParse(party.redirectUri) ? new URL(party.redirectUri).host : party.appid;
}
