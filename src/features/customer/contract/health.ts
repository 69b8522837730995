import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { Day, ShortText } from './basics.ts';

/** Communication hints and entry hints; the first line that an operator sees. */
export const Communication = strict(
  {
    dialect: Type.Optional(ShortText('方言', 20)),
    hearing: Type.Optional(Type.Enum(['good', 'poor', 'none'], { title: '听力' })),
    speech: Type.Optional(Type.Enum(['clear', 'unclear', 'none'], { title: '言语' })),
    reads: Type.Optional(Type.Boolean({ title: '能否阅读' })),
    keys: Type.Optional(ShortText('钥匙')),
    pets: Type.Optional(ShortText('宠物', 50)),
    note: Type.Optional(ShortText('其他提示', 200)),
  },
  '沟通提示',
);

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
