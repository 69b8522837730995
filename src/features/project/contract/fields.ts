import { Attachment } from '#shared/attachment.ts';
import { keysOf, projectStatuses } from '#shared/codes.ts';
import { regionPattern } from '#shared/contract/region.ts';
import { Id, nullable } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { Phone } from '#shared/rule/phone.ts';
import { Type } from '#shared/typebox.ts';
import { Day, Text } from './basics.ts';
import { rules } from './rules.ts';

const Count = (title: string) => Type.Integer({ title });
const quota = (title: string, unit: string) =>
  field(Type.Integer({ minimum: 0, maximum: 10_000_000, title }), {
    column: false,
    form: { unit, hint: '不填则不限' },
  });
const figure = (title: string, heading: string, width: number) =>
  computed(Count(title), { sort: true, column: { title: heading, width, align: 'right' } });

/** A contract: client, dates, quotas and the rules for its warns. */
export const project = resource('project', '项目', {
  code: field(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{2,30}$',
      maxLength: 30,
      title: '编号',
      msg: '编号为2-30位字母、数字、下划线或短横',
    }),
    {
      required: true,
      unique: '项目编号已存在',
      search: true,
      sort: true,
      column: { width: 100, fixed: 'left' },
    },
  ),
  name: field(
    Type.String({ pattern: '^\\S(.*\\S)?$', minLength: 2, maxLength: 50, title: '名称', msg: '请输入2-50位名称' }),
    { required: true, search: true, sort: true, column: { width: 156, fixed: 'left' } },
  ),
  status: field(Type.Enum(keysOf(projectStatuses), { title: '状态', dictionary: 'project_status' }), {
    editable: false,
    filter: 'many',
    column: { width: 108, noTooltip: true },
  }),
  ownerOrg: field(Text('甲方单位', 100), { search: true, column: { width: 108 }, form: { control: 'text' } }),
  creditCode: field(
    Type.String({ pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$', maxLength: 18, title: '信用代码', msg: '信用代码校验不通过' }),
    { column: false },
  ),
  contact: field(Text('联系人', 20), { column: { width: 80, hidden: true } }),
  phone: field(Phone('电话'), { column: false, form: { control: 'phone' } }),
  departmentId: field(Type.String({ ...Id, title: '部门', msg: '请选择部门' }), { required: true, column: false }),
  departmentName: computed(Type.String({ title: '部门' }), { column: { width: 72 } }),
  regionCode: field(Type.String({ pattern: regionPattern, title: '区域', msg: '行政区划代码为6、9或12位数字' }), {
    column: false,
  }),
  /** Full name of the region, e.g. 浙江省衢州市柯城区. */
  regionName: computed(nullable(Type.String({ title: '区域' })), { column: { width: 100 } }),
  startDate: field(Day('开始日期'), { column: false }),
  endDate: field(Type.String({ format: 'date', title: '结束日期', after: 'startDate' }), {
    sort: true,
    column: { title: '起止日期', width: 178 },
    form: { hint: '到期之后告警照常接收，只是不能新增客户' },
  }),
  /** Days until the end date, in the project's zone; negative once it is over. */
  daysLeft: computed(nullable(Type.Integer({ title: '剩余天数' })), { column: false }),
  quotaCustomer: quota('客户配额', '人'),
  quotaEquipment: quota('设备配额', '台'),
  customerCount: figure('客户数', '客户/配额', 84),
  equipmentCount: figure('设备数', '设备/配额', 84),
  /** Number of devices online, out of those that have ever reported. */
  onlineCount: computed(Count('在线数'), { column: { title: '在线率', width: 60, align: 'right' } }),
  reportingCount: computed(Count('上报过的设备数'), { column: false }),
  /** Warns of the last 30 days. */
  warnCount: figure('30天告警', '30天告警', 76),
  userCount: computed(Count('专属人员'), { column: { width: 80, align: 'right', hidden: true } }),
  /** Name of the manager, with an account or without. */
  manager: field(Text('负责人', 20), { column: { width: 60 } }),
  /** Account of the responsible user, who is reminded of the end; replaces `manager`. */
  managerId: field(Type.String({ ...Id, title: '负责人' }), { column: false }),
  hotline: field(Phone('热线号码'), { column: { width: 120, hidden: true }, form: { control: 'phone' } }),
  remark: field(Text('备注', 500), { column: false, form: { rows: 2 } }),
  fileIds: field(Type.Array(Id, { maxItems: 5, uniqueItems: true, title: '合同附件', msg: '附件最多5个' }), {
    defaultValue: [],
    output: false,
    column: false,
    form: { wide: true },
  }),
  files: computed(Type.Array(Attachment, { title: '合同附件' }), { column: false }),
  ...rules,
});
