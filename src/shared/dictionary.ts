import { Type } from '#shared/typebox.ts';
import * as codes from './codes.ts';

/** A value of a dictionary type to which an administrator may add: the server asks the dictionary whether it is there. */
export function coded(type: string, title: string) {
  return Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$', title, msg: `${title}不在可选范围内`, dictionary: type });
}

/** A list of the product's own: values and their first labels. */
export interface BuiltInList {
  name: string;
  values: Readonly<Record<string, string>>;
  /** More values may be added; otherwise the program knows them by heart. */
  open?: true;
  colors?: Readonly<Record<string, string>>;
}

const levelColors = { 1: '#c8161d', 2: '#fa8c16', 3: '#ffd43b', 4: '#1c6fd0' };

function numbered(words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word, index) => [String(index + 1), word]));
}

/** The enumerations of domain.md 5 with the codes of names.md and, where it names one, of the national standard. */
export const builtInLists = {
  warn_type: { name: '告警类型', values: codes.warnTypes },
  warn_level: { name: '告警级别', values: codes.warnLevels, colors: levelColors },
  warn_status: { name: '告警状态', values: codes.warnStatuses },
  warn_result: { name: '处置结果', values: codes.warnResults },
  false_reason: { name: '误报原因', values: codes.falseReasons },
  call_result: { name: '通话结果', values: codes.callResults },
  dispatch_kind: { name: '派单类别', values: codes.dispatchKinds },
  dispatch_state: { name: '派单进展', values: codes.dispatchStates },
  relation: { name: '关系', values: codes.relations, open: true },
  id_type: { name: '证件类型', values: codes.idTypes },
  living_state: { name: '居住情况', values: codes.livingStates, open: true },
  service_state: { name: '服务状态', values: codes.serviceStates },
  equipment_state: { name: '设备生命周期', values: codes.equipmentStates },
  online: { name: '在线', values: codes.onlineStates },
  ability_level: { name: '能力等级', values: codes.abilityLevels },
  gender: { name: '性别', values: codes.genders },
  department_type: { name: '部门类型', values: codes.departmentTypes, open: true },
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
  marital: { name: '婚姻状况', values: numbered('未婚 已婚 丧偶 离婚 未说明') },
  education: {
    name: '文化程度',
    values: numbered('研究生 本科 专科 中专 技校 高中 初中 小学 文盲半文盲 不详'),
  },
} satisfies Record<string, BuiltInList>;

export type BuiltInType = keyof typeof builtInLists;

/** Figures that somebody may set, each with its unit and bounds. */
export interface BuiltInParameter {
  label: string;
  amount: number;
  unit: string;
  min: number;
  max: number;
}

/** 参数 types (domain.md 6.5): what a new project begins with. */
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
} satisfies Record<string, { name: string; values: Record<string, BuiltInParameter> }>;
