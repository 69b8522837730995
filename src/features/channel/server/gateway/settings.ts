import { Type } from '#shared/typebox.ts';
import type { ChannelRecipient, OutboundMessage, SendResult } from '../adapter.ts';
import { fillTemplate } from './free.ts';

/** Protocols of a gateway. */
export const speaks = {
  acs3: '阿里云（ACS3-HMAC-SHA256）',
  tc3: '腾讯云（TC3-HMAC-SHA256）',
  free: '其他网关（按模板请求）',
} as const;

type FieldRequirement = Readonly<Partial<Record<keyof typeof speaks, 'must' | 'may'>>>;

const requiredByClouds = { acs3: 'must', tc3: 'must' } as const satisfies FieldRequirement;
export const optionalForClouds = { acs3: 'may', tc3: 'may' } as const satisfies FieldRequirement;
const optionalForFree = { free: 'may' } as const satisfies FieldRequirement;

/** Returns a text field that is shown for these gateway types. */
export const text = (asked: FieldRequirement, title: string, hint: string, maxLength = 200) =>
  Type.Optional(Type.String({ maxLength, title, hint, asked }));

const places = '可用 {mobile} {name} {title} {text} {spoken} {url} {key} {keyId} {secret}';

/** Settings of calls of both clouds and of free requests; the hints explain each field. */
export const sharedSettings = {
  speaks: Type.Enum(['acs3', 'tc3', 'free'], { title: '网关类型', words: speaks }),
  keyId: text({ ...requiredByClouds, free: 'may' }, '密钥编号', '阿里云 AccessKey ID、腾讯云 SecretId，或网关账号'),
  keySecret: text({ ...requiredByClouds, free: 'may' }, '密钥', '保存后不再显示；模板里写作 {secret}'),
  templateCode: text(requiredByClouds, '模板编号', '云平台审核过的模板；阿里云 SMS_…、TTS_…，腾讯云为数字', 50),
  appId: text({ tc3: 'must' }, '应用编号', '腾讯云的 SdkAppId', 50),
  parameters: Type.Optional(
    Type.String({
      ...{ maxLength: 1000, title: '模板变量', rows: 3, asked: optionalForClouds },
      hint: `一行一个，阿里云写「变量名=内容」，腾讯云按顺序写内容。${places}。不填时只有一个变量 text`,
    }),
  ),
  region: text({ tc3: 'may' }, '地域', '不填为 ap-guangzhou', 50),
  address: text(optionalForClouds, '服务地址', '云平台的接入地址，不填为公共地址', 500),
  url: text({ free: 'must' }, '请求地址', `以 https:// 开头。${places}`, 1000),
  method: Type.Optional(
    Type.Enum(['POST', 'GET', 'PUT'], { title: '请求方法', hint: '不填为 POST', asked: optionalForFree }),
  ),
  headers: Type.Optional(
    Type.String({
      ...{ maxLength: 2000, title: '请求头', rows: 3, asked: optionalForFree },
      hint: '一行一个，如 Content-Type: application/json',
    }),
  ),
  body: Type.Optional(
    Type.String({ maxLength: 4000, title: '请求正文', hint: places, rows: 5, asked: optionalForFree }),
  ),
  successField: text(
    optionalForFree,
    '成功字段',
    '回答的 JSON 里说明成败的字段，如 code 或 data.status；不填只看状态码',
  ),
  successValue: text(optionalForFree, '成功的值', '如 0；几个值用逗号隔开'),
  idField: text(optionalForFree, '编号字段', '回答里对方编号的字段，如 data.id'),
};

/** Returns the values of the placeholders in a gateway's settings. */
export function valuesFor(
  { keyId = '', keySecret = '' }: { keyId?: string | undefined; keySecret?: string | undefined },
  to: ChannelRecipient,
  { title, text: content, spoken, url, key, level }: OutboundMessage,
): Record<string, string> {
  return {
    mobile: to.mobile ?? '',
    name: to.name,
    title,
    text: content,
    spoken,
    url: url ?? '',
    key,
    level: level === null ? '' : String(level),
    keyId,
    secret: keySecret,
  };
}

const linesOf = (parameters: string | undefined) => (parameters ?? '').split('\n').filter((line) => line.trim() !== '');
const asIs = (value: string) => value;
/** Leaves out the secret and its key id: recipients read this text. */
const sayable = ({ secret: _secret, keyId: _keyId, ...values }: Record<string, string>) => values;

/**
 * Returns the named variables of a cloud's template as JSON.
 * @param other value of the only variable `text` if no parameters are set
 */
export function namedParameters(parameters: string | undefined, values: Record<string, string>, other: string): string {
  const pairs = linesOf(parameters).map((line): [string, string] => {
    const [name = '', ...content] = line.split('=');
    return [name.trim(), fillTemplate(content.join('=').trim(), sayable(values), asIs)];
  });
  return JSON.stringify(pairs.length > 0 ? Object.fromEntries(pairs) : { text: other });
}

/** Returns the variables of a cloud's template in their order. */
export function orderedParameters(
  parameters: string | undefined,
  values: Record<string, string>,
  other: string,
): string[] {
  const lines = linesOf(parameters).map((line) => fillTemplate(line.trim(), sayable(values), asIs));
  return lines.length > 0 ? lines : [other];
}

/** Failure of a call or SMS to a recipient without a number. */
export const noNumber: SendResult = { state: 'failed', reason: '没有手机号', retryable: false };

/** Returns the number in the format of Tencent Cloud: +86 in front of a mainland number. */
export function internationalNumber(mobile: string): string {
  const digits = mobile.replaceAll(/[\s-]/g, '');
  return digits.startsWith('+') ? digits : `+86${digits}`;
}
