/** What came over a port or a cloud, by what the decoder says of it; a maker's own kinds stand under their own word. */
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
  part: '分包',
  command: '指令',
  unknown: '未知类型',
  error: '未解析',
} as const;

/** What a reading is called, and its unit as it stands behind the figure. */
export const readingWords: Readonly<Record<string, readonly [name: string, unit: string]>> = {
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
  humidity: ['湿度', '%'],
  room_temperature: ['室温', ' ℃'],
};
