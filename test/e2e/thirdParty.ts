import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Site } from './site.ts';

/** Another system with accounts: its pages in the user's browser, and its server. */
export interface ThirdParty {
  /** http://127.0.0.1:port, another origin than the product's. */
  address: string;
  appid: string;
  secret: string;
  id: string;
  /** Paths requested by a browser, in order. */
  visits: string[];
  /** Returns the query of the login page for this system; `extra` replaces single fields. */
  query(extra?: Record<string, string>): URLSearchParams;
  /** Calls the token endpoint as its server. */
  exchange(code: string, extra?: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

const state = 's&=1 中/?#';
export const callbackPath = '/back?from=anhao';
const verifier = randomBytes(40).toString('base64url');

/** Registers the app with the product and serves its pages: `/back` exchanges the code and shows the user. */
export async function openThirdParty(
  site: Site,
  name: string,
  extra: { scopes?: string[]; autoApprove?: boolean } = {},
): Promise<ThirdParty> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUris = [`${address}${callbackPath}`, `${address}/back#/inner?x=1`];
  const created = await site.call<Pick<ThirdParty, 'id' | 'appid' | 'secret'>>('app/addApp', {
    name,
    redirectUris,
    scopes: ['profile', 'mobile', 'sso'],
    ...extra,
  });
  const party: ThirdParty = {
    ...created,
    address,
    visits: [],
    query: (extra = {}) =>
      new URLSearchParams({
        appid: created.appid,
        redirect_uri: redirectUris[0] ?? '',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...extra,
      }),
    async exchange(code, extra = {}) {
      const { appid, secret } = created;
      const fields = { appid, secret, code, redirect_uri: redirectUris[0] ?? '', code_verifier: verifier };
      const answer = await fetch(`${site.address}/api/oauth2/token`, {
        method: 'POST',
        headers: { 'X-Requested-With': 'x' },
        body: new URLSearchParams({ grant_type: 'authorization_code', ...fields, ...extra }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    close: () => close(server),
  };
  server.on('request', (request, response) => {
    party.visits.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer(site, party, request).then(
      (text) => response.end(`<!doctype html><title>伙伴</title><link rel="icon" href="data:,"><p>${text}</p>`),
      (error: Error) => response.end(`<p>出错：${error.message}</p>`),
    );
  });
  return party;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Returns the text of the callback page: validates signature and state, then exchanges the code. */
async function answer(site: Site, party: ThirdParty, request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '/', party.address);
  if (url.pathname !== '/back') return '伙伴首页';
  const [code, sign, echoed] = ['code', 'sign', 'state'].map((field) => url.searchParams.get(field) ?? '');
  const text = `appid=${party.appid}&code=${code}&state=${echoed}`;
  if (createHmac('sha256', party.secret).update(text).digest('hex') !== sign) return '签名不对，没有登录';
  if (echoed !== state) return 'state 不是我们发出的，没有登录';
  const redirect: Record<string, string> = url.searchParams.has('from')
    ? {}
    : { redirect_uri: `${party.address}/back#/inner?x=1` };
  const { body } = await party.exchange(code ?? '', redirect);
  if (!body.access_token) return String(body.msg);
  const userInfoResponse = await fetch(`${site.address}/api/oauth2/userinfo`, {
    headers: { Authorization: `Bearer ${String(body.access_token)}` },
  });
  const userInfo = (await userInfoResponse.json()) as Record<string, string>;
  return `你好，${userInfo.name}（${userInfo.account}）`;
}
