import { keysOf } from '#shared/codes.ts';
import { strict } from '#shared/endpoint.ts';
import { field, optionalProps } from '#shared/resourceField.ts';
import type { Static } from '#shared/typebox.ts';
import { Type } from '#shared/typebox.ts';
import { Day, ShortText } from './basics.ts';
import type { RecordHealth } from './record.ts';

/** Labels for hearing and speech, in the form, in the record and in every one-line summary. */
export const hearings = { good: '听力好', poor: '听力差', none: '听不见' } as const;
export const speeches = { clear: '言语清楚', unclear: '言语不清', none: '不能言语' } as const;

const blank = { hint: '', example: '' };

/** Communication hints and entry hints; the first line that an operator sees. */
export const communicationFields = {
  dialect: field(ShortText('方言', 20), { import: { hint: '', example: '衢州话' } }),
  hearing: field(Type.Enum(keysOf(hearings), { title: '听力' }), { labels: hearings, import: { example: '听力差' } }),
  speech: field(Type.Enum(keysOf(speeches), { title: '言语' }), { labels: speeches, import: { example: '言语清楚' } }),
  reads: field(Type.Boolean({ title: '能否阅读' }), { import: { example: '是' } }),
  keys: field(ShortText('钥匙'), { import: { hint: '在谁那里', example: '' } }),
  pets: field(ShortText('宠物', 50), { import: blank }),
  note: field(ShortText('其他提示', 200), { form: { control: 'text', wide: true }, import: blank }),
} as const;

export const Communication = strict(optionalProps(communicationFields), '沟通提示');

/** Shape of an allergy in the health archive (names.md, shapes). */
export const Allergy = strict({
  kind: Type.Optional(Type.Enum(['medicine', 'food', 'other'], { title: '过敏类别' })),
  name: ShortText('过敏', 50),
  reaction: Type.Optional(ShortText('反应')),
  severity: Type.Optional(Type.Enum(['mild', 'severe'], { title: '严重程度' })),
  since: Type.Optional(Day('过敏起始')),
});
export const Medicine = strict({
  name: ShortText('用药'),
  dose: Type.Optional(ShortText('剂量', 50)),
  unit: Type.Optional(ShortText('单位', 20)),
  amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1000, title: '每次用量' })),
  route: Type.Optional(ShortText('用法', 50)),
  times: Type.Optional(
    Type.Array(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', title: '服药时间' }), {
      maxItems: 12,
      title: '服药时间',
    }),
  ),
  frequency: Type.Optional(ShortText('频次', 50)),
  since: Type.Optional(Day('用药起始')),
  until: Type.Optional(Type.String({ format: 'date', title: '用药截止', after: 'since' })),
  quantity: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000, title: '余量' })),
  prescriber: Type.Optional(ShortText('开药医生', 50)),
  state: Type.Optional(Type.Enum(['active', 'stopped'], { title: '用药状态' })),
});

const rhLabels: Readonly<Record<string, string>> = { positive: 'RH(+)', negative: 'RH(-)' };

/** Returns A 型 RH(-); a blood type entered as text is returned unchanged, null if unknown. */
export function bloodLabel({ bloodType, rh }: Pick<Static<typeof RecordHealth>, 'bloodType' | 'rh'>): string | null {
  const type = bloodType === 'unknown' ? null : /^(A|B|O|AB)$/.test(bloodType ?? '') ? `${bloodType} 型` : bloodType;
  return [type, rhLabels[rh ?? '']].filter(Boolean).join(' ') || null;
}
