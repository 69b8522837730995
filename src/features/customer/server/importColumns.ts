import type { ImportColumn } from '#features/import/server/service.ts';
import { enabledLabels } from '#server/feature/dictionaryLabels.ts';
import { consentPurposes } from '#shared/codes.ts';
import type { BuiltInType } from '#shared/dictionary.ts';
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

/** Fields of the entry form in its order; pictures and scans are added in the record. */
export const customerColumns: ImportColumn[] = [
  { key: 'name', title: '姓名', required: true, hint: '2-20位', example: '吴阿根' },
  { key: 'idNo', title: '身份证号', hint: '18位，单元格设为文本', example: '330102193801010018' },
  choice({ key: 'idType', title: '证件类型', example: '身份证' }),
  { key: 'gender', title: '性别', hint: '有身份证号时可不填', example: '男' },
  {
    key: 'birthDate',
    title: '出生日期',
    hint: '如 1938-01-01，有身份证号时可不填，其他证件须填',
    example: '1938-01-01',
  },
  { key: 'mobile', title: '手机号', hint: '11位，与固定电话至少填写一个', example: '13800005678' },
  { key: 'phone', title: '固定电话', hint: '区号-号码', example: '0570-8801234' },
  { key: 'ethnicity', title: '民族', hint: '写全称，如 汉族、回族', example: '汉族' },
  choice({ key: 'marital', title: '婚姻状况', example: '丧偶' }),
  choice({ key: 'education', title: '文化程度', example: '小学' }),
  choice({ key: 'category', title: '人员类别', example: '低保、空巢' }, `；${several}`),
  { key: 'regionCode', title: '区划代码', hint: '6至12位数字，须是现行区划', example: '330802' },
  { key: 'street', title: '街道', hint: '', example: '望湖街道' },
  { key: 'community', title: '社区', hint: '', example: '柳岸新村' },
  { key: 'address', title: '详细地址', hint: '不超过200字', example: '12幢2单元301' },
  { key: 'building', title: '楼栋', hint: '', example: '12幢' },
  { key: 'floor', title: '楼层', hint: '', example: '3' },
  { key: 'room', title: '房间', hint: '', example: '301' },
  { key: 'bed', title: '床位', hint: '所在部门的空床，写成 楼栋 房间-床号；只用于新客户', example: '1号楼 301-A' },
  { key: 'addressNote', title: '楼层与电梯', hint: '', example: '3楼，无电梯' },
  { key: 'entryNote', title: '入户方式', hint: '钥匙位置、门禁', example: '邻居有钥匙' },
  { key: 'lat', title: '纬度', hint: 'WGS-84，与经度一起填写', example: '28.97' },
  { key: 'lng', title: '经度', hint: 'WGS-84，与纬度一起填写', example: '118.87' },
  choice({ key: 'livingState', title: '居住情况', example: '独居' }),
  choice({ key: 'abilityLevel', title: '能力等级', example: '能力完好' }),
  { key: 'department', title: '部门', hint: '名称；有同名时写成 上级/名称；不填为导入人的部门', example: '' },
  { key: 'project', title: '项目', hint: '名称或编号；不填为默认项目', example: '' },
  { key: 'responsible', title: '责任人', hint: '姓名，须能查看客户；有同名时写成 部门/姓名', example: '' },
  { key: 'startDate', title: '服务开始日期', hint: '不填：服务中从今天算起', example: '2026-01-31' },
  { key: 'carePlan', title: '照护计划', hint: '不超过2000字', example: '' },
  { key: 'allergies', title: '过敏', hint: several, example: '青霉素' },
  { key: 'chronic', title: '慢性病', hint: several, example: '高血压、冠心病' },
  { key: 'medicines', title: '用药', hint: several, example: '氨氯地平' },
  { key: 'flags', title: '警示', hint: several, example: '听力差' },
  choice({ key: 'bloodType', title: '血型', example: 'A型' }),
  choice({ key: 'rh', title: 'RH 血型', example: '阳性' }),
  { key: 'doctor', title: '家庭医生', hint: '', example: '' },
  { key: 'doctorPhone', title: '医生电话', hint: '', example: '' },
  { key: 'hospital', title: '常去医院', hint: '', example: '' },
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
