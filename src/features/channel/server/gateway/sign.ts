import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Key pair that signs a request. */
export interface Keys {
  id: string;
  secret: string;
}

/** Percent-encodes by RFC 3986, as both clouds sign it. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Returns parameters sorted and encoded for the signature: `a=1&b=2`. */
export function queryOf(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

export interface Acs3 {
  host: string;
  action: string;
  version: string;
  query: string;
  /** ISO without milliseconds. */
  date: string;
  nonce: string;
}

/** Returns the ACS3-HMAC-SHA256 headers of a call of Alibaba Cloud: parameters in the query, no body. */
export function acs3Headers(
  { id, secret }: Keys,
  { host, action, version, query, date, nonce }: Acs3,
): Record<string, string> {
  const hash = sha256('');
  const signed: [string, string][] = [
    ['host', host],
    ['x-acs-action', action],
    ['x-acs-content-sha256', hash],
    ['x-acs-date', date],
    ['x-acs-signature-nonce', nonce],
    ['x-acs-version', version],
  ];
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = ['POST', '/', query, lines, names, hash].join('\n');
  const signature = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(request)}`).toString('hex');
  return {
    ...Object.fromEntries(signed),
    Authorization: `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${names},Signature=${signature}`,
  };
}

export interface Tc3 {
  host: string;
  service: string;
  action: string;
  version: string;
  region: string;
  body: string;
  /** Unix time, seconds. */
  at: number;
}

/** Returns the TC3-HMAC-SHA256 headers of a call of Tencent Cloud with a JSON body. */
export function tc3Headers(
  { id, secret }: Keys,
  { host, service, action, version, region, body, at }: Tc3,
): Record<string, string> {
  const type = 'application/json; charset=utf-8';
  const names = 'content-type;host';
  const request = ['POST', '/', '', `content-type:${type}\nhost:${host}\n`, names, sha256(body)].join('\n');
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${secret}`, day), service), 'tc3_request');
  const signature = hmac(key, `TC3-HMAC-SHA256\n${at}\n${scope}\n${sha256(request)}`).toString('hex');
  return {
    'Content-Type': type,
    Host: host,
    'X-TC-Action': action,
    'X-TC-Version': version,
    'X-TC-Timestamp': String(at),
    'X-TC-Region': region,
    Authorization: `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
