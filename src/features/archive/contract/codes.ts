/** Labels of the codes of the archive's sections. */
export const allergyKinds = { medicine: '药物', food: '食物', other: '其他' } as const;
export const severities = { mild: '轻', severe: '重' } as const;
export const conditionStates = { active: '现患', remission: '缓解', resolved: '痊愈' } as const;
export const medicineStates = { active: '在用', stopped: '停用' } as const;
export const surgeryKinds = { surgery: '手术', injury: '外伤', transfusion: '输血' } as const;
export const relations = {
  father: '父亲',
  mother: '母亲',
  sibling: '兄弟姐妹',
  son: '儿子',
  daughter: '女儿',
  grandparent: '祖辈',
  relative: '其他亲属',
} as const;
export const aidKinds = {
  walking: '助行器',
  wheelchair: '轮椅',
  hearing: '助听器',
  vision: '助视器',
  denture: '义齿',
  bed: '护理床',
  oxygen: '制氧机',
  toilet: '如厕洗浴',
  other: '其他',
} as const;
export const attachmentKinds = {
  report: '检查报告',
  discharge: '出院小结',
  prescription: '处方',
  image: '影像',
  other: '其他',
} as const;

export const smokings = { never: '不吸烟', quit: '已戒烟', daily: '吸烟' } as const;
export const drinkings = { never: '不饮酒', some: '偶尔', weekly: '每周', daily: '每天' } as const;
export const exercises = { never: '不锻炼', some: '偶尔', weekly: '每周', daily: '每天' } as const;
export const diets = {
  balanced: '荤素均衡',
  meat: '荤食为主',
  vegetable: '素食为主',
  salty: '嗜盐',
  oily: '嗜油',
  sweet: '嗜糖',
} as const;
