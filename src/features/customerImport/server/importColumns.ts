import { benefit } from '#features/benefit/contract.ts';
import { signer } from '#features/consent/server/service.ts';
import { communicationFields, contact, customer } from '#features/customer/contract.ts';
import { type ImportColumn, sheetColumns } from '#features/import/server/service.ts';
import { consentPurposes } from '#shared/codes.ts';

/** Fields of the entry form; pictures and scans are added in the record. */
export const customerColumns: ImportColumn[] = [
  ...sheetColumns(customer.fields),
  ...sheetColumns(communicationFields),
  {
    key: 'consent',
    title: '知情同意',
    hint: `已签署的事项：${Object.values(consentPurposes).join('、')}；须含基本服务，多项用顿号分开；不填为未取得同意；只用于新客户`,
    example: '基本服务、定位',
  },
  ...sheetColumns({ consentRelation: signer }).map((column) => ({
    ...column,
    get hint() {
      return `${column.hint}；不填为本人`;
    },
  })),
  { key: 'consentBy', title: '签署人', hint: '不是本人签署时填写', example: '' },
  { key: 'consentAt', title: '签署时间', hint: '有知情同意时必填，如 2026-01-31', example: '2026-01-31' },
  { key: 'consentUntil', title: '同意有效期至', hint: '不填：到撤回为止', example: '' },
];

/** Columns that identify the customer in the other sheets. */
const owner: ImportColumn[] = [
  { key: 'customerIdNo', title: '老人身份证号', hint: '与「客户」表或已有客户一致；没有时填老人姓名', example: '' },
  { key: 'customerName', title: '老人姓名', hint: '没有身份证号时，须在文件里唯一', example: '吴阿根' },
];

export const contactColumns: ImportColumn[] = [...owner, ...sheetColumns(contact.fields)];

/** Fields of a benefit in the entry form; scans are added in the record. */
export const benefitColumns: ImportColumn[] = [...owner, ...sheetColumns(benefit.fields)];
