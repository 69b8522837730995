import type { ChannelRecipient } from './adapter.ts';
import { type Config, type StoredSettings, secretsOf } from './config.ts';

/** Matches parts of unencrypted settings that look like a key, e.g. in a header or an address. */
const keyLike = /[\w+~-]{6,}/g;
/** Minimum length of a secret: shorter ones would also remove ordinary text. */
const minLength = 3;

const named: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Returns a pattern of a character in all its spellings: plain, URL, JSON, XML, form. */
function anyForm(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const percent = [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const units = [...Array(sign.length).keys()].map((index) => sign.charCodeAt(index).toString(16).padStart(4, '0'));
  const forms = [
    literal(sign),
    percent,
    `\\\\${literal(sign)}`,
    units.map((unit) => `\\\\u${unit}`).join(''),
    `&#0*${code};`,
    `&#x0*${code.toString(16)};`,
    ...(named[sign] ? [`&${named[sign]};`] : []),
    ...(sign === ' ' ? ['\\+', '\\s+'] : []),
  ];
  return `(?:${forms.join('|')})`;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Returns texts of a channel's request that no user may read: secrets, whatever looks like a key, the address of a
 * browser.
 */
function hiddenOf(config: Config, secrets: Config, to: ChannelRecipient): string[] {
  // The secret as a header has it: `free.ts` replaces characters that a header cannot contain by a space.
  const values = textsIn(secrets).flatMap((secret) => [secret, secret.replaceAll(/[^\x20-\x7e]+/g, ' ')]);
  const basic = values.flatMap((secret) => [secret, `${config.keyId ?? ''}:${secret}`]);
  const encoded = basic.map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''));
  const open = textsIn([config.url, config.headers, config.body, secrets.url, to.subscriptions]);
  const keys = open.flatMap((text) => text.match(keyLike) ?? []).filter((key) => /\d/.test(key));
  return [...values, ...encoded, ...keys]
    .filter((text) => text.length >= minLength)
    .sort((a, b) => b.length - a.length);
}

/** Removes the secrets of the request from its answer: a gateway may repeat the whole request. */
export function withoutSecrets(text: string, row: StoredSettings, to: ChannelRecipient): string {
  const hidden = hiddenOf(row.config, secretsOf(row), to);
  if (hidden.length === 0) return text;
  const patterns = hidden.map((one) => [...one].map(anyForm).join(''));
  return text.replaceAll(new RegExp(patterns.join('|'), 'giu'), '***');
}
