/** Codes on the wire (names.md) with their labels on the screens (domain.md 5). */

/** Envelope codes of the specification, section 9. */
export const ok = 0;
export const failed = -1;
export const sessionOver = 40026;
export const forbidden = 40050;

export const warnTypes = {
  sos: '主动呼救',
  fall: '跌倒',
  off_wrist: '脱腕/拆卸',
  sedentary: '久坐/久滞留',
  no_motion: '长时间无活动',
  no_out: '长时间未出门',
  out_bed: '离床未归',
  breath: '呼吸异常',
  heart: '心率异常',
  fence_out: '越出围栏',
  fence_in: '进入禁区',
  smoke: '烟雾',
  gas: '燃气',
  water: '水浸',
  water_use: '用水异常',
  door: '门未关',
  low_batt: '低电量',
  offline: '离线',
  power_off: '关机/断电',
  tamper: '防拆',
  sim: '流量卡',
  manual: '人工登记',
  unknown: '未知报警',
  other: '其他报警',
  lost: '走失',
  health: '健康预警',
} as const;
export type WarnType = keyof typeof warnTypes;

export const warnLevels = { 1: '紧急', 2: '重要', 3: '一般', 4: '提示' } as const;
export type WarnLevel = keyof typeof warnLevels;

/** Default level of each type; a project can set another one (domain.md 5). */
export const defaultLevel: Record<WarnType, WarnLevel> = {
  sos: 1,
  fall: 1,
  smoke: 1,
  gas: 1,
  lost: 1,
  fence_out: 2,
  fence_in: 2,
  breath: 2,
  heart: 2,
  out_bed: 2,
  health: 2,
  no_motion: 2,
  water: 2,
  unknown: 2,
  manual: 2,
  no_out: 3,
  off_wrist: 3,
  tamper: 3,
  power_off: 3,
  sedentary: 3,
  water_use: 3,
  door: 3,
  low_batt: 4,
  offline: 4,
  sim: 4,
  other: 4,
};

/** Types that ring even when they arrive late, up to 24 h (domain.md 3.7). */
export const ringsLate: readonly WarnType[] = ['sos', 'fall', 'smoke', 'gas'];

export const warnFamilies = { sos: '求助', device: '设备', health: '健康' } as const;
export type WarnFamily = keyof typeof warnFamilies;

/** Types for device staff; they are not in the desk's queue (domain.md 7.2). */
export const deviceTypes: readonly WarnType[] = ['low_batt', 'offline', 'sim'];

export const warnStatuses = { pending: '待处理', handling: '处理中', done: '已处理', false: '误报' } as const;
export type WarnStatus = keyof typeof warnStatuses;

export const warnResults = {
  hospital: '已送医',
  on_site: '现场处置',
  phone: '电话安抚',
  family: '家属到场',
  community: '社区到场',
  fire: '消防处置',
  equipment_fault: '设备故障',
  mis_touch: '误触',
  test: '测试',
  visited: '无法联系已上门',
  none: '无需处理',
  death: '死亡',
} as const;
export type WarnResult = keyof typeof warnResults;

export const falseReasons = {
  mis_touch: '误触',
  child: '儿童玩弄',
  pet: '宠物',
  environment: '环境干扰',
  algorithm: '算法误判',
  equipment_fault: '设备故障',
  installation: '安装不当',
  test: '测试/演练',
} as const;
export type FalseReason = keyof typeof falseReasons;

export const confirmedBys = { elder: '老人本人', family: '家属', leader: '班长', drill: '演练' } as const;

export const callResults = {
  ok: '接通正常',
  need_help: '接通需救助',
  no_answer: '无人接听',
  busy: '占线',
  hung_up: '挂断',
  silent: '无声/听不清',
  invalid: '空号停机',
} as const;
export type CallResult = keyof typeof callResults;
/** 整理 follows a warn and ends by itself; the server detects 离开. */
export const seatStates = { idle: '空闲', busy: '示忙', break: '小休', wrap_up: '整理', away: '离开' } as const;
export type SeatState = keyof typeof seatStates;

export const dispatchKinds = {
  station: '服务站',
  community: '社区',
  family: '家属',
  volunteer: '志愿者',
  emergency: '120 急救',
  fire: '119 消防',
  police: '110 警务',
  other: '其他',
} as const;
export const dispatchStates = {
  sent: '已派',
  accepted: '已接',
  on_way: '出发',
  arrived: '到场',
  done: '完成',
  cancelled: '已取消',
} as const;
export type DispatchState = keyof typeof dispatchStates;

export const stepKinds = {
  created: '产生',
  repeated: '再次按下',
  claimed: '接警',
  released: '释放',
  call: '呼叫',
  note: '备注',
  dispatch: '派单',
  dispatch_state: '派单进展',
  transferred: '转派',
  escalated: '升级',
  recovered: '设备恢复',
  false: '误报',
  closed: '结案',
  reopened: '重开',
} as const;
export type StepKind = keyof typeof stepKinds;

export const relations = {
  self: '本人',
  spouse: '配偶',
  son: '儿子',
  daughter: '女儿',
  daughter_in_law: '儿媳',
  son_in_law: '女婿',
  grandchild: '孙辈',
  sibling: '兄弟姐妹',
  relative: '其他亲属',
  neighbour: '邻居',
  community: '社区工作人员',
  carer: '护工',
  grid_worker: '网格员',
  police: '社区民警',
  doctor: '家庭医生（团队）',
  property: '物业',
  other: '其他',
} as const;
export const idTypes = { id_card: '身份证', passport: '护照', permit: '港澳台居民居住证', other: '其他' } as const;
export const livingStates = {
  alone: '独居',
  spouse: '与配偶居住',
  children: '与子女居住',
  parents: '与父母居住',
  siblings: '与兄弟姐妹居住',
  relatives: '与其他亲属居住',
  others: '与非亲属居住',
  institution: '养老机构',
} as const;
export const serviceStates = {
  pending: '待开通',
  active: '服务中',
  paused: '暂停',
  ended: '终止',
  deceased: '已故',
} as const;
export const leaveKinds = { outing: '外出', home_visit: '探亲', hospital: '住院', other: '其他' } as const;
export const consentPurposes = {
  service: '基本服务',
  health: '健康信息',
  location: '定位',
  family: '家属共享',
  recording: '通话录音',
  photo: '照片与视频',
  transfer: '对外提供',
} as const;
/** Validity of a consent now: valid, never given, expired or withdrawn. */
export const consentValidities = { valid: '有效', missing: '未取得', over: '已到期', withdrawn: '已撤回' } as const;
export type ConsentValidity = keyof typeof consentValidities;
/** Reasons why a customer without location consent is not located (domain.md 6.3). */
export const unlocated = { missing: '未取得定位同意', over: '定位同意已到期', withdrawn: '定位同意已撤回' } as const;
export const equipmentStates = {
  stock: '在库',
  issued: '已发放',
  activated: '已激活',
  in_use: '使用中',
  repair: '维修中',
  disabled: '停用',
  lost: '丢失',
  scrapped: '报废',
} as const;
export const repairStates = {
  open: '待处理',
  sent: '已送修',
  repaired: '已修复',
  replaced: '已更换',
  scrapped: '已报废',
} as const;
/** Moves of equipment into and out of the stock. */
export const stockMoves = { in: '入库', issue: '发放', return: '退回', loan: '借出', scrap: '报废' } as const;
/** Condition of returned equipment. */
export const returnConditions = { good: '完好', broken: '损坏' } as const;
/** Commands for devices (names.md); a model's capabilities say which ones it knows. */
export const deviceCommands = {
  locate: '立即定位',
  find: '查找设备',
  call: '回拨',
  restart: '重启',
  interval: '上报间隔',
  contacts: '联系人',
  measure_heart: '测心率',
  heart_interval: '心率间隔',
  quiet_hours: '静默时段',
  fall_sensitivity: '跌倒灵敏度',
  parameters: '参数',
} as const;
export type DeviceCommand = keyof typeof deviceCommands;
export const commandStates = {
  queued: '待发',
  sent: '已发',
  acknowledged: '成功',
  failed: '失败',
  expired: '超时',
} as const;
/** Proof that installed equipment works: a message in a test window, the installer's confirmation, or none. */
export const testKinds = { message: '实测通过', attested: '安装人确认', none: '未经实测' } as const;
export const onlineStates = {
  online: '在线',
  offline: '离线',
  sleeping: '休眠',
  never: '未激活',
  unknown: '网关离线',
} as const;
export const abilityLevels = { 0: '能力完好', 1: '轻度失能', 2: '中度失能', 3: '重度失能', 4: '完全失能' } as const;
export const genders = { 0: '未知', 1: '男', 2: '女' } as const;
export const chronicDiseases = {
  hypertension: '高血压',
  coronary: '冠心病',
  diabetes: '糖尿病',
  stroke: '脑卒中',
  copd: '慢阻肺',
  kidney: '慢性肾病',
  liver: '肝病',
  tumour: '肿瘤',
  parkinson: '帕金森',
  dementia: '阿尔茨海默/痴呆',
  osteoporosis: '骨质疏松',
  arthritis: '关节炎',
  cataract: '白内障',
  glaucoma: '青光眼',
  epilepsy: '癫痫',
  hypothyroidism: '甲减',
  mental: '精神障碍',
  other: '其他',
} as const;
/** Positioning methods; the codes of the decoders. */
export const positionModes = {
  gnss: 'GPS',
  beidou: '北斗',
  wifi: 'WiFi',
  cell: '基站LBS',
  beacon: '蓝牙',
  manual: '手动',
  unknown: '来源不明',
} as const;
export const deviceKinds = {
  watch: '定位手表',
  band: '手环',
  button: 'SOS按钮',
  cord: '拉绳报警器',
  call_terminal: '一键呼话机',
  sleep_mat: '睡眠带/床垫',
  fall_radar: '毫米波雷达（跌倒）',
  vital_radar: '毫米波雷达（体征）',
  motion: '红外人体',
  door: '门磁',
  smoke: '烟感',
  gas: '燃气',
  water: '水浸',
  water_meter: '智能水表',
  power_meter: '智能电表',
  pressure_meter: '血压计',
  glucose_meter: '血糖仪',
  oximeter: '血氧仪',
  thermometer: '体温计',
  scale: '体重秤',
  ecg: '心电',
  health_station: '健康一体机',
  camera: '摄像头',
  gateway: '网关',
  pill_box: '智能药盒',
  doorbell: '门铃/音箱',
  sensor: '传感器',
} as const;
export const departmentTypes = {
  city: '市',
  district: '区县',
  street: '街道',
  community: '社区',
  org: '机构',
  station: '服务站',
} as const;
export const dataScopes = {
  all: '全部',
  custom: '自定义',
  department: '本部门',
  department_below: '本部门及以下',
  self: '仅本人',
} as const;
export type DataScope = keyof typeof dataScopes;
/** Statuses of a project; 「到期」 is not stored, it follows from the last day (domain.md 6.12). */
export const projectStatuses = {
  preparing: '筹备',
  running: '运行',
  paused: '暂停',
  expired: '到期',
  closed: '结项',
} as const;
export const statuses = { enabled: '启用', disabled: '停用' } as const;

/** Returns the keys of a code list, typed, for `Type.Enum`. */
export function keysOf<K extends string>(list: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(list) as K[];
}

/** Kinds of a project's channel, field `kind` (domain.md 5). */
export const channelKinds = {
  web_push: '浏览器推送',
  email: '邮件',
  sms: '短信',
  voice: '语音电话',
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
  webhook: 'Webhook',
} as const;
export type ChannelKind = keyof typeof channelKinds;
export const channelKindList = keysOf(channelKinds);
/**
 * Group channels: one message for the whole group. `sharedChannels`: every channel of the kind is used, as each has its
 * own recipients.
 */
export const groupChannels: readonly string[] = ['wecom', 'dingtalk', 'feishu'];
export const sharedChannels: readonly string[] = [...groupChannels, 'webhook'];
/** Notification channels; the inbox is always there, a project sets up the others. */
export const notifyChannels = { inbox: '站内', ...channelKinds } as const;
export type NotifyChannel = keyof typeof notifyChannels;
/**
 * Events that send a notification: kinds of rung, news for the family at any rung, a false request, a gap in the
 * roster.
 */
export const notifyEvents = {
  new: '新告警',
  waiting: '尚未接警',
  claim: '超时未接警',
  receiver: '转派后未接警',
  progress: '处置停滞',
  arrival: '无人到场',
  asked: '误报待核实',
  gap: '无人值班',
  family: '告知家属',
  dispatch: '派单',
} as const;
export type NotifyEvent = keyof typeof notifyEvents;
