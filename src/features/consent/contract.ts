import { Attachment } from '#shared/attachment.ts';
import { consentPurposes, consentValidities, keysOf } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, Instant, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

const { missing: _missing, ...states } = consentValidities;
/** States of a signature; its last day counts in the time zone of the customer's project. */
export const consentStates = states;

/** Labels that replace 服务中 while the consent to the basic service is not valid. */
export const unconsented = { missing: '未取得同意', over: '同意已到期', withdrawn: '同意已撤回' } as const;

/** Consent of a customer: one row per purpose and signature, never overwritten. */
export const consent = resource(
  'consent',
  '知情同意',
  {
    customerId: field(Type.String({ ...Id, title: '客户' }), { required: true, filter: 'one', column: false }),
    purpose: field(Type.Enum(keysOf(consentPurposes), { title: '同意事项' }), {
      required: true,
      labels: consentPurposes,
      filter: 'many',
    }),
    signedBy: field(
      Type.String({ minLength: 2, maxLength: 20, pattern: '\\S', title: '签署人', msg: '请输入2-20个字的签署人' }),
      { required: true },
    ),
    relation: field(coded('relation', '与客户的关系'), { required: true }),
    signedAt: field(Type.String({ ...Instant, title: '签署时间' }), { required: true, sort: true }),
    until: field(Type.String({ format: 'date', title: '有效期至', after: 'signedAt' }), {
      filter: 'range',
      sort: true,
    }),
    fileId: field(Type.String({ ...Id, title: '扫描件' }), { column: false }),
    file: field(Attachment, { editable: false, dbColumn: false, nullable: true, column: false }),
    withdrawnAt: field(Type.String({ ...Instant, title: '撤回时间' }), { editable: false, nullable: true }),
    reason: field(Type.String({ title: '撤回原因' }), { editable: false, nullable: true }),
    state: field(Type.Enum(keysOf(consentStates), { title: '状态' }), {
      ...{ editable: false, dbColumn: false },
      labels: consentStates,
    }),
  },
  { of: 'customer' },
);

const { customerId: _customerId, ...signed } = consent.addProps;

/** Signatures entered together with their customer. */
export const Consents = Type.Array(strict(signed), { maxItems: 50, title: '知情同意' });
/** Signatures as the record shows them, newest first. */
export const RecordConsents = Type.Array(consent.row);

type Purpose = keyof typeof consentPurposes;

/** Export columns with the current consent, one per purpose. */
export const consentColumns = keysOf(consentPurposes).map(
  (purpose) => [`consent:${purpose}`, `同意 · ${consentPurposes[purpose]}`] as const,
) satisfies (readonly [key: `consent:${Purpose}`, heading: string])[];

const permission = 'customer:edit';

export const consentApi = {
  getConsentList: consent.list(),
  addConsent: consent.add({ permission }),
  /** Withdraws every signature of the purpose given until then, at once. */
  withdrawConsent: post('/api/customer/withdrawConsent', {
    title: '撤回同意',
    permission,
    input: {
      id: Id,
      at: Type.Optional(Type.String({ ...Instant, title: '撤回时间' })),
      reason: Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '\\S',
        title: '撤回原因',
        msg: '请输入2-200个字的撤回原因',
      }),
    },
    output: strict({ id: Id }),
  }),
  uploadConsentFile: post('/api/customer/uploadConsentFile', {
    title: '上传同意书扫描件',
    permission,
    upload: true,
    input: {},
    output: Attachment,
  }),
};

/** Consents are shown in the record of their customer. */
export const feature: Feature = {
  title: '客户',
  module: 'customer',
  labels: { 'consent.purpose': consentPurposes },
  endpoints: consentApi,
  resource: consent,
  screens: [],
};
