import { Attachment } from '#shared/attachment.ts';
import { keysOf } from '#shared/codes.ts';
import { Id, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

/** Kinds of 权益与证件 (domain.md 5). */
export const benefitKinds = {
  medical: '医保',
  long_term_care: '长护险',
  disability: '残疾证',
  low_income: '低保',
  family_planning: '计生特扶',
  preferential: '优抚',
  other: '其他',
} as const;

const day = (title: string, after?: string) => Type.String({ format: 'date', title, ...(after && { after }) });

/** Benefit of a customer with the document that proves it. */
export const benefit = resource(
  'benefit',
  '权益与证件',
  {
    customerId: field(Type.String({ ...Id, title: '客户' }), {
      required: true,
      filter: 'one',
      immutable: '不能修改',
      column: false,
    }),
    kind: field(Type.Enum(keysOf(benefitKinds), { title: '类别' }), {
      required: true,
      labels: benefitKinds,
      filter: 'many',
      import: { example: '残疾证' },
    }),
    // Stored encrypted, in a column of another name. Rows show the last four characters; sending those back keeps the
    // number.
    number: field(
      Type.String({
        pattern: '^[0-9A-Za-z\\u4e00-\\u9fa5（）()/* -]{1,40}$',
        title: '证件号码',
        msg: '请输入正确的证件号码',
      }),
      { dbColumn: false, import: { hint: '1至40位，单元格设为文本', example: '33010219380101001842' } },
    ),
    grade: field(Type.String({ maxLength: 40, title: '等级' }), { import: { hint: '不超过40字', example: '二级' } }),
    regionCode: field(Type.String({ pattern: '^\\d{6,12}$', title: '参保或发证地', msg: '请选择地区' }), {
      column: false,
      import: { hint: '区划代码，6至12位数字，须是现行区划', example: '330802' },
    }),
    regionName: computed(nullable(Type.String({ title: '参保或发证地' }))),
    from: field(day('起始日期'), {
      dbColumn: 'fromDate',
      import: { hint: '如 2026-01-31', example: '2020-01-31' },
    }),
    until: field(day('截止日期', 'from'), {
      ...{ filter: 'range', sort: true },
      import: { hint: '如 2026-01-31，不早于起始日期', example: '2030-01-31' },
    }),
    fileId: field(Type.String({ ...Id, title: '扫描件' }), { column: false }),
    file: computed(nullable(Attachment), { column: false }),
    /** The last day is over in the time zone of the customer's project. */
    expired: computed(Type.Boolean({ title: '已过期' }), { column: false }),
  },
  { of: 'customer' },
);

const { customerId: _customerId, ...entitled } = benefit.addProps;

/** Benefit entered together with its customer. */
export const BenefitInput = strict(entitled);
export const Benefits = Type.Array(BenefitInput, { maxItems: 50, title: '权益与证件' });
const { customerId: _fixed, id: _id, version, ...changed } = benefit.editProps;

/**
 * Benefit changes sent with a customer edit: with `id` and the version read a benefit is edited, or deleted if
 * `removed`; without `id` it is added. Benefits not listed stay.
 */
export const BenefitEdits = Type.Array(
  strict({
    id: Type.Optional(Type.String({ ...Id, title: '编号' })),
    version: Type.Optional(version),
    removed: Type.Optional(Type.Boolean({ title: '删除' })),
    ...changed,
  }),
  { maxItems: 100, title: '权益与证件' },
);
/** Benefit as the record shows it. */
export const RecordBenefits = Type.Array(benefit.row);

const permission = 'customer:edit';

export const benefitApi = {
  getBenefitList: benefit.list(),
  addBenefit: benefit.add({ permission }),
  editBenefit: benefit.edit({ permission }),
  deleteBenefit: benefit.remove({ permission }),
  uploadBenefitFile: post('/api/customer/uploadBenefitFile', {
    title: '上传权益扫描件',
    permission,
    upload: true,
    input: {},
    output: Attachment,
  }),
};

/** Benefits are shown in the record of their customer. */
export const feature: Feature = {
  title: '客户',
  module: 'customer',
  labels: { 'benefit.kind': benefitKinds },
  endpoints: benefitApi,
  resource: benefit,
  screens: [],
};
