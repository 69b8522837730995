import type { ImportColumn } from '#features/import/server/service.ts';
import { enabledLabels } from '#server/feature/dictionaryLabels.ts';
import { consentPurposes } from '#shared/codes.ts';
import type { BuiltInType } from '#shared/dictionary.ts';
import type { Field, Fields } from '#shared/resourceField.ts';
import { customer } from '../contract/fields.ts';
import { choiceOf } from './importCells.ts';

const several = '多项用顿号分开';

/** Returns a column with one or several labels of a list; its hint shows the current labels. */
function choice(column: Omit<ImportColumn, 'hint'>, suffix = ''): ImportColumn {
  return {
    ...column,
    get hint() {
      const options = choiceOf(column.key);
      const labels = typeof options === 'string' ? enabledLabels(options as BuiltInType) : (options ?? {});
      return `填写其中一个：${Object.values(labels).join('、')}${suffix}`;
    },
  };
}

/** Returns the column of a field with `import`; without a hint of its own the hint lists the labels. */
function column([key, { schema, required, import: sheet }]: [string, Field]): ImportColumn[] {
  if (sheet === undefined || sheet === false) return [];
  const { title = key, type } = schema as { title?: string; type?: string };
  const { key: columnKey = key, title: columnTitle = title, hint, example = '' } = sheet;
  const common = { key: columnKey, title: columnTitle, example, ...(required && { required }) };
  return [hint === undefined ? choice(common, type === 'array' ? `；${several}` : '') : { ...common, hint }];
}

/** Fields of the entry form; pictures and scans are added in the record. */
export const customerColumns: ImportColumn[] = [
  ...Object.entries(customer.fields as Fields).flatMap(column),
  { key: 'dialect', title: '方言', hint: '', example: '衢州话' },
  choice({ key: 'hearing', title: '听力', example: '听力差' }),
  choice({ key: 'speech', title: '言语', example: '言语清楚' }),
  { key: 'reads', title: '能否阅读', hint: '是 或 否', example: '是' },
  { key: 'keys', title: '钥匙', hint: '在谁那里', example: '' },
  { key: 'pets', title: '宠物', hint: '', example: '' },
  { key: 'note', title: '其他提示', hint: '', example: '' },
  {
    key: 'consent',
    title: '知情同意',
    hint: `已签署的事项：${Object.values(consentPurposes).join('、')}；须含基本服务，${several}；不填为未取得同意；只用于新客户`,
    example: '基本服务、定位',
  },
  choice({ key: 'consentRelation', title: '由谁签署', example: '本人' }, '；不填为本人'),
  { key: 'consentBy', title: '签署人', hint: '不是本人签署时填写', example: '' },
  { key: 'consentAt', title: '签署时间', hint: '有知情同意时必填，如 2026-01-31', example: '2026-01-31' },
  { key: 'consentUntil', title: '同意有效期至', hint: '不填：到撤回为止', example: '' },
];

/** Columns that identify the customer in the other sheets. */
const owner: ImportColumn[] = [
  { key: 'customerIdNo', title: '老人身份证号', hint: '与「客户」表或已有客户一致；没有时填老人姓名', example: '' },
  { key: 'customerName', title: '老人姓名', hint: '没有身份证号时，须在文件里唯一', example: '吴阿根' },
];

export const contactColumns: ImportColumn[] = [
  ...owner,
  { key: 'name', title: '联系人姓名', required: true, hint: '2-20位', example: '吴建国' },
  choice({ key: 'relation', title: '关系', required: true, example: '儿子' }),
  { key: 'mobile', title: '联系人手机', hint: '手机或服务号码', example: '13900001234' },
  { key: 'phone', title: '联系人固话', hint: '区号-号码', example: '' },
  { key: 'address', title: '联系人地址', hint: '', example: '' },
  { key: 'order', title: '顺序', hint: '1最先拨打；不填按文件中的先后', example: '1' },
  { key: 'isEmergency', title: '紧急联系人', hint: '是 或 否', example: '是' },
  { key: 'isGuardian', title: '监护人', hint: '是 或 否', example: '否' },
  { key: 'hasKey', title: '有钥匙', hint: '是 或 否', example: '是' },
  { key: 'hours', title: '可联系时间', hint: '不超过50字', example: '晚上七点以后' },
  { key: 'quietFrom', title: '静默开始', hint: '如 22:00，与静默结束一起填写', example: '22:00' },
  { key: 'quietTo', title: '静默结束', hint: '如 07:00', example: '07:00' },
  { key: 'linked', title: '也是服务对象', hint: '联系人也是客户时，填本人的身份证号', example: '' },
];

/** Fields of a benefit in the entry form; scans are added in the record. */
export const benefitColumns: ImportColumn[] = [
  ...owner,
  choice({ key: 'kind', title: '类别', required: true, example: '残疾证' }),
  { key: 'number', title: '证件号码', hint: '1至40位，单元格设为文本', example: '33010219380101001842' },
  { key: 'grade', title: '等级', hint: '不超过40字', example: '二级' },
  { key: 'regionCode', title: '参保或发证地', hint: '区划代码，6至12位数字，须是现行区划', example: '330802' },
  { key: 'from', title: '起始日期', hint: '如 2026-01-31', example: '2020-01-31' },
  { key: 'until', title: '截止日期', hint: '如 2026-01-31，不早于起始日期', example: '2030-01-31' },
];
