import type { HealthSummary } from '../health.ts';

/** Illnesses with their medicine. */
const illnesses: readonly (readonly [string, string | null])[] = [
  ['高血压', '氨氯地平 5mg 早 1 次'],
  ['2 型糖尿病', '二甲双胍 0.5g 早晚各 1 次'],
  ['冠心病', '阿司匹林 100mg 早 1 次'],
  ['骨质疏松', '碳酸钙 D3 600mg 午 1 次'],
  ['慢阻肺', '噻托溴铵吸入 18µg 早 1 次'],
  ['高脂血症', '阿托伐他汀 20mg 睡前'],
  ['脑梗后遗症', '氯吡格雷 75mg 早 1 次'],
  ['白内障', null],
  ['膝关节炎', '塞来昔布 200mg 疼时 1 次'],
  ['帕金森病', '多巴丝肼 125mg 早中晚各 1 次'],
];

const flags: readonly (string | null)[] = [null, '听力差', null, '跌倒高风险', null, '视力差', '心脏病史', null];
const allergies: readonly (string | null)[] = [null, null, '青霉素', null, null, null, '磺胺', null, null];
const bloodTypes = ['A', 'O', 'B', 'AB'];
const doctors = ['周医生', '顾医生', '夏医生'];

const fixedHealth: Readonly<Record<string, Partial<HealthSummary>>> = {
  王桂兰: {
    conditions: ['冠心病（支架 2021）', '高血压', '骨质疏松'],
    medicines: ['阿司匹林 100mg 早 1 次', '氨氯地平 5mg 早 1 次', '阿托伐他汀 20mg 睡前'],
    allergies: ['青霉素'],
    flags: ['心脏病史', '听力差'],
  },
  吴阿根: {
    conditions: ['高血压', '脑梗后遗症'],
    medicines: ['氯吡格雷 75mg 早 1 次', '缬沙坦 80mg 早 1 次'],
    flags: ['跌倒高风险', '左侧肢体无力'],
  },
  赵长根: {
    conditions: ['帕金森病', '慢阻肺'],
    medicines: ['多巴丝肼 125mg 早中晚各 1 次', '噻托溴铵吸入 18µg 早 1 次'],
    flags: ['长期卧床', '夜间吸氧'],
  },
  郭素贞: { conditions: ['阿尔茨海默病'], medicines: ['多奈哌齐 5mg 睡前'], flags: ['认知障碍', '有走失史'] },
  梁宝珍: {
    conditions: ['冠心病', '2 型糖尿病', '慢性肾病 3 期', '骨质疏松'],
    medicines: ['单硝酸异山梨酯 20mg 早晚各 1 次', '甘精胰岛素 12 单位 睡前', '碳酸钙 D3 600mg 午 1 次'],
    flags: ['心脏病史', '听力差', '视力差', '跌倒高风险', '认知障碍', '长期卧床', '夜间吸氧', '胰岛素治疗', '吞咽困难'],
  },
};

function some<T>(values: readonly (T | null | undefined)[]): T[] {
  return values.filter((value): value is T => value !== null && value !== undefined);
}

/** Returns the health summary of demo customer `index`; older customers have more entries. */
export function healthOf(name: string, age: number, index: number): Partial<HealthSummary> {
  const first = illnesses[(index * 3) % illnesses.length];
  const second = age >= 78 ? illnesses[(index * 3 + 4) % illnesses.length] : undefined;
  return {
    conditions: age < 70 ? [] : some([first?.[0], second?.[0]]),
    medicines: age < 70 ? [] : some([first?.[1], second?.[1]]),
    allergies: some([allergies[index % allergies.length]]),
    flags: some([flags[index % flags.length]]),
    bloodType: bloodTypes[index % bloodTypes.length] ?? null,
    rh: 'positive',
    doctor: doctors[index % doctors.length] ?? null,
    doctorPhone: '0570-55501122',
    hospital: '市第二医院',
    ...fixedHealth[name],
  };
}
