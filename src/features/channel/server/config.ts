import { isDeepStrictEqual } from 'node:util';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { invalid, invalidField } from '#server/core/problem.ts';
import { isConnectionHeader } from '#server/net/outboundHttp.ts';
import type { ChannelKind } from '#shared/codes.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { type RuleSchema, ruleMessage } from '#shared/rule/ruleMessage.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { Adapter } from './adapter.ts';
import { adapterOf } from './find.ts';

export type Config = Record<string, unknown>;

/** Settings as they are stored. */
export interface StoredSettings {
  config: Config;
  secretCipher: string | null;
}

/** Fields that say where, as which user and how a message is sent: the secrets go to that target. */
const target = /^(url|host|endpoint|gateway|address|port$|user$|security$|speaks$)/i;

/** Returns the adapter of a kind; 400 if this version has none. */
export async function requireAdapter(kind: ChannelKind): Promise<Adapter> {
  const adapter = await adapterOf(kind);
  if (!adapter) throw invalidField('kind', '本平台还不支持这种渠道');
  return adapter;
}

/** Returns the secret part of stored settings, by field. */
export function secretsOf({ secretCipher }: StoredSettings): Config {
  return secretCipher ? (JSON.parse(decrypt(secretCipher)) as Config) : {};
}

function withoutNull(config: Config): Config {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null && value !== ''));
}

/**
 * Requires secrets again when the target changes: else an editor without the secrets could have them sent elsewhere.
 */
function validateStoredSecrets(adapter: Adapter, input: Config, previous: StoredSettings): void {
  const moved = Object.keys(input).find((key) => target.test(key) && input[key] !== previous.config[key]);
  const storedKey = Object.keys(secretsOf(previous)).find((key) => input[key] === undefined);
  if (!moved || !storedKey) return;
  const titleOf = (key: string) => (adapter.config.properties[key] as { title?: string } | undefined)?.title ?? key;
  throw invalidField(`config.${storedKey}`, `${titleOf(moved)}变了，请重新填写${titleOf(storedKey)}`, 'required');
}

/**
 * Merges the input into the stored settings, with the secrets apart and encrypted. 400 about `config.<field>` for
 * values that the adapter rejects.
 */
export function mergeSettings(
  adapter: Adapter,
  input: Config,
  previous: StoredSettings = { config: {}, secretCipher: null },
): StoredSettings {
  const secrets: readonly string[] = adapter.secrets;
  validateStoredSecrets(adapter, input, { ...previous, config: publicPart(previous.config, secrets) });
  const merged = withoutNull({ ...previous.config, ...secretsOf(previous), ...input });
  const problems = [
    ...problemsOf(adapter.config, merged),
    ...missingFields(adapter, merged),
    ...formatProblems(adapter, merged),
  ];
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ ...problem, field: `config.${problem.field}` })));
  const hidden = Object.fromEntries(Object.entries(merged).filter(([key]) => secrets.includes(key)));
  return { config: publicPart(merged, secrets), secretCipher: encryptSecrets(hidden, previous) };
}

/** Encrypts the secrets. Unchanged ones keep their cipher: a new one would look like a new secret in the log. */
function encryptSecrets(hidden: Config, previous: StoredSettings): string | null {
  if (Object.keys(hidden).length === 0) return null;
  return isDeepStrictEqual(hidden, secretsOf(previous)) ? previous.secretCipher : encrypt(JSON.stringify(hidden));
}

/** Returns problems of missing fields that the chosen gateway requires. */
function missingFields({ config }: Adapter, settings: Config): FieldProblem[] {
  const fields: [string, RuleSchema & { asked?: Record<string, string> }][] = Object.entries(config.properties);
  return fields
    .filter(([key, { asked }]) => asked?.[String(settings.speaks)] === 'must' && settings[key] === undefined)
    .map(([field, schema]) => ({ field, rule: 'required', msg: ruleMessage('required', schema) }));
}

/** Returns the names in lines of `Name: value`. */
const headerNames = (lines: string) => [...lines.matchAll(/^\s*([\w-]+)\s*:/gm)].map(([, name = '']) => name);

/** Returns why the value of a field cannot be used; undefined if it can. */
function faultOf(key: string, value: string): string | undefined {
  if (key === 'host') return /^[\w.:-]+$/.test(value) ? undefined : '请填写域名或地址，如 smtp.example.cn';
  if (key === 'headers') {
    const name = headerNames(value).find(isConnectionHeader);
    return name && `里不能写 ${name}，它由本平台按请求自动填写`;
  }
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return '须以 https:// 或 http:// 开头';
  return url.username || url.password ? '不能带账号或密码' : undefined;
}

/**
 * Validates addresses, which must not contain a readable password, and headers, which must not be connection headers.
 */
function formatProblems({ config }: Adapter, settings: Config): FieldProblem[] {
  return ['url', 'address', 'host', 'headers'].flatMap((field) => {
    const value = settings[field];
    const fault = typeof value === 'string' ? faultOf(field, value) : undefined;
    const { title = field } = (config.properties[field] ?? {}) as { title?: string };
    return fault === undefined ? [] : [{ field, rule: 'format', msg: `${title}${fault}` }];
  });
}

function publicPart(config: Config, secrets: readonly string[]): Config {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !secrets.includes(key)));
}
