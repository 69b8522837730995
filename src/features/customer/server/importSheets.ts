import type { CellProblem, ImportColumn, ImportSheet, JudgedRow } from '#features/import/server/service.ts';
import { choices, valueNamed } from '#server/feature/words.ts';
import type { BuiltInType } from '#shared/dictionary.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import type { DuplicatePolicy } from '#shared/import.ts';

/** A column with one of a dictionary's values; its hint names the labels of the day. */
function choice(type: BuiltInType, column: Omit<ImportColumn, 'hint'>): ImportColumn {
  return {
    ...column,
    get hint() {
      return `填写其中一个：${Object.values(choices(type)).join('、')}`;
    },
  };
}
const several = '多项用顿号分开';

const people: ImportColumn[] = [
  { key: 'name', title: '姓名', required: true, hint: '2-20位', example: '吴阿根' },
  { key: 'idNo', title: '身份证号', hint: '18位，单元格设为文本', example: '330102193801010018' },
  choice('id_type', { key: 'idType', title: '证件类型', example: '身份证' }),
  { key: 'gender', title: '性别', hint: '有身份证号时可不填', example: '男' },
  {
    key: 'birthDate',
    title: '出生日期',
    hint: '如 1938-01-01，有身份证号时可不填，其他证件须填',
    example: '1938-01-01',
  },
  { key: 'mobile', title: '手机号', hint: '11位，与固定电话至少填写一个', example: '13800005678' },
  { key: 'phone', title: '固定电话', hint: '区号-号码', example: '0570-8801234' },
  { key: 'regionCode', title: '区划代码', hint: '6至12位数字，须是现行区划', example: '330802' },
  { key: 'street', title: '街道', hint: '', example: '望湖街道' },
  { key: 'community', title: '社区', hint: '', example: '柳岸新村' },
  { key: 'address', title: '详细地址', hint: '不超过200字', example: '12幢2单元301' },
  { key: 'addressNote', title: '楼层与电梯', hint: '', example: '3楼，无电梯' },
  { key: 'entryNote', title: '入户方式', hint: '钥匙位置、门禁', example: '邻居有钥匙' },
  { key: 'lat', title: '纬度', hint: 'WGS-84，与经度一起填写', example: '28.97' },
  { key: 'lng', title: '经度', hint: 'WGS-84，与纬度一起填写', example: '118.87' },
  choice('living_state', { key: 'livingState', title: '居住情况', example: '独居' }),
  choice('ability_level', { key: 'abilityLevel', title: '能力等级', example: '能力完好' }),
  { key: 'department', title: '部门', hint: '名称；有同名时写成 上级/名称；不填为导入人的部门', example: '' },
  { key: 'project', title: '项目', hint: '名称或编号；不填为默认项目', example: '' },
  { key: 'allergies', title: '过敏', hint: several, example: '青霉素' },
  { key: 'chronic', title: '慢性病', hint: several, example: '高血压、冠心病' },
  { key: 'medicines', title: '用药', hint: several, example: '氨氯地平' },
  { key: 'flags', title: '警示', hint: several, example: '听力差' },
  { key: 'bloodType', title: '血型', hint: '', example: 'A型' },
  { key: 'doctor', title: '家庭医生', hint: '', example: '' },
  { key: 'doctorPhone', title: '医生电话', hint: '', example: '' },
  { key: 'hospital', title: '常去医院', hint: '', example: '' },
];

const contacts: ImportColumn[] = [
  { key: 'customerIdNo', title: '老人身份证号', hint: '与「客户」表或已有客户一致；没有时填老人姓名', example: '' },
  { key: 'customerName', title: '老人姓名', hint: '没有身份证号时，须在文件里唯一', example: '吴阿根' },
  { key: 'name', title: '联系人姓名', required: true, hint: '2-20位', example: '吴建国' },
  choice('relation', { key: 'relation', title: '关系', required: true, example: '儿子' }),
  { key: 'mobile', title: '联系人手机', hint: '手机或服务号码', example: '13900001234' },
  { key: 'phone', title: '联系人固话', hint: '区号-号码', example: '' },
  { key: 'address', title: '联系人地址', hint: '', example: '' },
  { key: 'order', title: '顺序', hint: '1最先拨打；不填按文件中的先后', example: '1' },
  { key: 'isEmergency', title: '紧急联系人', hint: '是 或 否', example: '是' },
  { key: 'isGuardian', title: '监护人', hint: '是 或 否', example: '否' },
  { key: 'hasKey', title: '有钥匙', hint: '是 或 否', example: '是' },
];

export const customerSheets: ImportSheet[] = [
  { title: '客户', unit: '人', columns: people, table: 'customer' },
  { title: '联系人', unit: '人', columns: contacts, table: 'customer_contact' },
];

const titles = customerSheets.map((sheet) => new Map(sheet.columns.map((column) => [column.key, column.title])));

/** The heading of a field, also of one inside a list (`chronic.0`). */
function headingOf(sheet: number, field: string): string {
  const key = field.split('.')[0] ?? '';
  const known = key === 'departmentId' ? 'department' : key === 'projectId' ? 'project' : key;
  return titles[sheet]?.get(known) ?? known;
}

/** Problems of fields under their headings, the first of each. */
export function cellProblems(sheet: number, problems: readonly FieldProblem[]): CellProblem[] {
  const seen = new Set<string>();
  return problems.flatMap(({ field, msg }) => {
    const column = headingOf(sheet, field);
    if (seen.has(column)) return [];
    seen.add(column);
    return [{ column, msg }];
  });
}

function codeOf(type: BuiltInType, text: string): string {
  // What is in no list must not pass for a code of its own.
  return valueNamed(type, text) ?? `「${text}」`;
}

const lists = new Set(['allergies', 'chronic', 'medicines', 'flags']);
const yes = new Set(['是', '有', 'Y', 'y', '1', 'true']);
const no = new Set(['否', '无', 'N', 'n', '0', 'false']);

/** 1938/1/1 and 1938年1月1日 are 1938-01-01. */
function dayOf(text: string): string {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  return parts ? `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}` : text;
}

function numberOf(text: string): number | string {
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** What a cell means for the contract; a text that means nothing stays as it is, and the rules refuse it in their words. */
export function meaningOf(key: string, text: string): unknown {
  if (lists.has(key))
    return text
      .split(/[、，,;；]/)
      .map((one) => one.trim())
      .filter(Boolean);
  switch (key) {
    case 'idType':
      return codeOf('id_type', text);
    case 'gender':
      return numberOf(codeOf('gender', text));
    case 'abilityLevel':
      return numberOf(codeOf('ability_level', text));
    case 'livingState':
      return codeOf('living_state', text);
    case 'relation':
      return codeOf('relation', text);
    case 'birthDate':
      return dayOf(text);
    case 'lat':
    case 'lng':
    case 'order':
      return numberOf(text);
    case 'isEmergency':
    case 'isGuardian':
    case 'hasKey':
      return yes.has(text) ? true : no.has(text) ? false : text;
    default:
      return text;
  }
}

/** What is done with a row: written anew, or over what is there already, or left alone. */
export function actionFor(objectId: string | null, duplicates: DuplicatePolicy): JudgedRow['action'] {
  if (objectId === null) return 'insert';
  return duplicates === 'skip' ? 'skip' : 'update';
}
