import { Type } from '#shared/typebox.ts';
import * as codes from './codes.ts';

/**
 * Declares a value of a dictionary type that administrators can extend; the server checks that the dictionary has it.
 */
export function coded(type: string, title: string) {
  return Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$', title, msg: `${title}不在可选范围内`, dictionary: type });
}

/** Declares a value of a dictionary type with numeric codes from 0 to `last`. */
export function codedNumber(type: string, title: string, last: number) {
  return Type.Integer({ minimum: 0, maximum: last, title, dictionary: type });
}

/** A built-in dictionary type: values and their default labels. */
export interface BuiltInList {
  name: string;
  values: Readonly<Record<string, string>>;
  /** Administrators can add values; without it the values are fixed in the program. */
  open?: true;
  /** Values that the program needs. Default: all values, for an `open` list none. */
  needed?: readonly string[];
  colors?: Readonly<Record<string, string>>;
}

const levelColors = { 1: '#c8161d', 2: '#fa8c16', 3: '#ffd43b', 4: '#1c6fd0' };

function numbered(labels: string): Record<string, string> {
  return Object.fromEntries(labels.split(' ').map((label, index) => [String(index + 1), label]));
}

/** GB/T 3304 in the order of its codes, 01 to 56. */
const ethnicities = [
  '汉 蒙古 回 藏 维吾尔 苗 彝 壮 布依 朝鲜 满 侗 瑶 白 土家 哈尼 哈萨克 傣 黎 傈僳 佤 畲 高山 拉祜 水 东乡 纳西 景颇',
  '柯尔克孜 土 达斡尔 仫佬 羌 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 赫哲 门巴 珞巴 基诺',
].flatMap((line) => line.split(' '));

/** Returns values and labels in order; a plain object would put the key 10 before 01. */
export function entriesOf(values: Readonly<Record<string, string>>): [value: string, label: string][] {
  const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN);
  return Object.entries(values).sort(([a], [b]) => number(a) - number(b) || 0);
}

/** Enumerations of domain.md 5 with the codes of names.md and, where it names one, of the national standard. */
export const builtInLists = {
  warn_type: { name: '告警类型', values: codes.warnTypes },
  warn_level: { name: '告警级别', values: codes.warnLevels, colors: levelColors },
  warn_status: { name: '告警状态', values: codes.warnStatuses },
  warn_result: { name: '处置结果', values: codes.warnResults },
  false_reason: { name: '误报原因', values: codes.falseReasons, needed: ['mis_touch', 'equipment_fault', 'test'] },
  call_result: { name: '通话结果', values: codes.callResults },
  dispatch_kind: { name: '派单类别', values: codes.dispatchKinds },
  dispatch_state: { name: '派单进展', values: codes.dispatchStates },
  relation: {
    ...{ name: '关系', values: codes.relations, open: true },
    needed: ['self', 'spouse', 'son', 'daughter', 'daughter_in_law', 'son_in_law', 'grandchild', 'sibling', 'relative'],
  },
  id_type: { name: '证件类型', values: codes.idTypes },
  living_state: { name: '居住情况', values: codes.livingStates, open: true, needed: ['alone'] },
  service_state: { name: '服务状态', values: codes.serviceStates },
  equipment_state: { name: '设备生命周期', values: codes.equipmentStates },
  repair_state: { name: '维修', values: codes.repairStates },
  test_kind: { name: '现场测试', values: codes.testKinds },
  online: { name: '在线', values: codes.onlineStates },
  ability_level: { name: '能力等级', values: codes.abilityLevels },
  gender: { name: '性别', values: codes.genders },
  department_type: { name: '部门类型', values: codes.departmentTypes, open: true, needed: ['org', 'station'] },
  project_status: { name: '项目状态', values: codes.projectStatuses },
  person_category: {
    name: '人员类别',
    open: true,
    values: {
      destitute: '特困（三无/五保）',
      low_income: '低保',
      low_income_edge: '低边',
      disabled: '失能',
      dementia: '失智',
      severe_disability: '重残',
      family_planning: '计生特扶',
      aged: '高龄（80+）',
      centenarian: '百岁',
      empty_nest: '空巢',
      alone: '独居',
      left_behind: '留守',
      ordinary: '普通',
    },
  },
  ethnicity: {
    name: '民族',
    open: true,
    values: Object.fromEntries(
      ethnicities.map((name, index): [string, string] => [String(index + 1).padStart(2, '0'), `${name}族`]),
    ),
  },
  blood_type: { name: '血型', values: { A: 'A型', B: 'B型', O: 'O型', AB: 'AB型', unknown: '不详' } },
  rh_type: { name: 'RH 血型', values: { positive: '阳性', negative: '阴性', unknown: '不详' } },
  marital: { name: '婚姻状况', values: numbered('未婚 已婚 丧偶 离婚 未说明'), needed: [] },
  education: {
    name: '文化程度',
    values: numbered('研究生 本科 专科 中专 技校 高中 初中 小学 文盲半文盲 不详'),
    needed: [],
  },
  care_level: {
    name: '照护等级',
    values: { independent: '自理', partial: '半自理', dependent: '不能自理' },
    needed: [],
  },
  customer_tag: {
    name: '客户标签',
    open: true,
    values: { key_care: '重点关注', new: '新入网', follow_up: '随访优先' },
  },
  chronic: { name: '慢性病', values: codes.chronicDiseases, open: true },
  device_kind: { name: '设备类型', values: codes.deviceKinds, open: true, needed: ['gateway'] },
  command_state: { name: '指令状态', values: codes.commandStates },
  device_command: { name: '设备指令', values: codes.deviceCommands },
  position_mode: {
    name: '定位方式',
    values: codes.positionModes,
  },
  notify_channel: {
    name: '通知渠道',
    values: { app: 'APP推送', sms: '短信', voice: '语音电话', wechat: '微信', inbox: '站内', wecom: '企业微信' },
  },
  push_state: {
    name: '推送状态',
    values: {
      waiting: '待推送',
      pushing: '推送中',
      done: '成功',
      retrying: '失败待重试',
      given_up: '已放弃',
      ignored: '已忽略',
    },
  },
  upload_state: {
    name: '上报状态',
    values: {
      waiting: '待上报',
      invalid: '校验失败',
      uploading: '上报中',
      sent: '已上报待回执',
      confirmed: '已确认',
      partial: '部分失败',
      rejected: '已驳回',
      withdrawn: '已撤销',
    },
  },
  assess_reason: {
    name: '评估原因',
    values: {
      first: '首次评估',
      regular: '常规评估',
      immediate: '即时评估',
      doubted: '对结果有疑问的复评',
      other: '其他',
    },
  },
  warning_status: {
    name: '预警状态',
    values: {
      pending: '待处理',
      confirmed: '已确认',
      handling: '处理中',
      done: '已处理',
      ignored: '已忽略',
      recovered: '自动恢复',
    },
  },
  shift: {
    name: '班次',
    open: true,
    values: { morning: '早班 08–16', middle: '中班 16–24', night: '夜班 00–08' },
  },
  region_type: {
    name: '区划级别',
    values: { province: '省', city: '市', district: '区县', street: '街道', community: '社区/村' },
  },
} satisfies Record<string, BuiltInList>;

/** Returns why an item cannot be disabled (the program needs it); undefined if it can be. */
export function neededWhy(type: string, value: string): string | undefined {
  const lists: Readonly<Record<string, BuiltInList>> = builtInLists;
  const list = Object.hasOwn(lists, type) ? lists[type] : undefined;
  if (!list) return undefined;
  const needed = list.needed ?? (list.open ? [] : Object.keys(list.values));
  return needed.includes(value) ? '系统按这一项工作，不能停用' : undefined;
}

export type BuiltInType = keyof typeof builtInLists;

/** A configurable figure with its unit and bounds. */
export interface BuiltInParameter {
  label: string;
  amount: number;
  unit: string;
  min: number;
  max: number;
}

/** 参数 types (domain.md 6.5), e.g. the defaults of a new project. */
export const builtInParameters = {
  project_default: {
    name: '新项目的默认值',
    values: {
      claim_seconds: { label: '接警时限', amount: 60, unit: '秒', min: 3, max: 86_400 },
      progress_seconds: { label: '处置间隔时限', amount: 600, unit: '秒', min: 3, max: 86_400 },
    },
  },
  export_limit: {
    name: '导入导出上限',
    values: {
      at_once: { label: '立即导出，超过则转后台', amount: 10_000, unit: '行', min: 100, max: 10_000 },
      most: { label: '一次导出', amount: 100_000, unit: '行', min: 1000, max: 100_000 },
      import_most: { label: '一次导入', amount: 20_000, unit: '行', min: 100, max: 20_000 },
    },
  },
  privacy: {
    name: '个人信息',
    values: {
      reveal_reason: { label: '查看完整信息须写明原因', amount: 1, unit: '1 是，0 否', min: 0, max: 1 },
      reveal_limit: { label: '一人一小时查看完整信息', amount: 30, unit: '次', min: 1, max: 500 },
    },
  },
  health_due: {
    name: '健康预警时限',
    values: {
      level_2: { label: '重要', amount: 15, unit: '分钟', min: 1, max: 1440 },
      level_3: { label: '一般', amount: 60, unit: '分钟', min: 1, max: 1440 },
      level_4: { label: '提示', amount: 1440, unit: '分钟', min: 1, max: 10_080 },
    },
  },
  trial: {
    name: '试按',
    values: { days: { label: '没有按过多久须试按', amount: 30, unit: '天', min: 7, max: 365 } },
  },
  sleep: {
    name: '睡眠',
    values: { join_minutes: { label: '离床不超过多久仍算同一夜', amount: 120, unit: '分钟', min: 10, max: 240 } },
  },
} satisfies Record<string, { name: string; values: Record<string, BuiltInParameter> }>;
