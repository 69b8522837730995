/** Labels of log kinds from the decoder; a vendor's own kinds are shown under their own name. */
export const logKinds = {
  heartbeat: '心跳',
  login: '上线',
  position: '定位',
  reading: '体征',
  alarm: '告警',
  audio: '语音',
  image: '图片',
  answer: '应答',
  information: '设备信息',
  request: '请求',
  message: '数据',
  telemetry: '遥测',
  attributes: '属性',
  connect: '子设备接入',
  disconnect: '子设备断开',
  state: '状态',
  availability: '可用性',
  bridge: '网关消息',
  reset: '复位',
  part: '分包',
  command: '指令',
  unknown: '未知类型',
  error: '无效报文',
} as const;

/** Labels of decoding errors, by the decoder's code. */
export const unreadLabels: Readonly<Record<string, string>> = {
  malformed: '格式不对',
  too_long: '超过长度上限',
  junk: '不是这种协议的内容',
  'decoder failed': '解析器出错',
  'not JSON': '不是 JSON',
  'too many messages': '消息过多',
  'not a JSON object': '不是 JSON 对象',
  'no watch frame': '不是手表报文',
  'no JT/T 808 frame': '不是 JT/T 808 报文',
  'no GT06 frame': '不是 GT06 报文',
  'no H02 frame': '不是 H02 报文',
  'no EV-07B frame': '不是 EV-07B 报文',
  'text before a number': '还不知道是哪台设备',
  'no number': '没有设备号',
  'no device number': '没有设备号',
  'night has no times': '夜晚没有起止时间',
  'night ends before it starts': '夜晚的结束早于开始',
  'night is over 24 hours': '夜晚或各分期合计超过 24 小时',
  'night of another zone': '夜晚的时区与项目不同',
  'encrypted body': '内容已加密',
  'nested too deep': '嵌套过深',
  protobuf: '不支持 protobuf',
  'no telemetry': '不是遥测数据',
  'no device name': '没有子设备名称',
  'no cid or dty': '缺少 cid 或 dty',
  'too many or too large parts': '分包过多或过大',
};

/** Labels of reasons why a decoded message was rejected or is uncertain. */
const rejectedLabels: Readonly<Record<string, string>> = {
  checksum: '校验和不对',
  'frame of another device': '同一连接里的另一个设备号',
  'another address is alive with this number': '另一地址也用这个号码在线',
  'the address is not among those of the project': '来源地址不在名单内',
  'over its quota': '超过每小时上报配额',
};

/** Returns the label of a message's error; a database error is returned unchanged. */
export const errorLabel = (error: string): string => unreadLabels[error] ?? rejectedLabels[error] ?? error;

/** Name of each reading, and its unit as a suffix of the value. */
export const readingLabels: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  heart_rate: ['心率', ' 次/分'],
  breath_rate: ['呼吸', ' 次/分'],
  systolic: ['收缩压', ' mmHg'],
  diastolic: ['舒张压', ' mmHg'],
  spo2: ['血氧', '%'],
  temperature: ['体温', ' ℃'],
  glucose: ['血糖', ' mmol/L'],
  weight: ['体重', ' kg'],
  height: ['身高', ' cm'],
  waist: ['腰围', ' cm'],
  steps: ['步数', ''],
  rollovers: ['翻身', ''],
  in_bed: ['在床', ''],
  motion: ['活动', ''],
  door: ['门磁', ''],
  sleep_stage: ['睡眠分期', ''],
  breath_events: ['呼吸事件', ' 次'],
  snore: ['打鼾', ' 秒'],
  humidity: ['湿度', '%'],
  room_temperature: ['室温', ' ℃'],
};
