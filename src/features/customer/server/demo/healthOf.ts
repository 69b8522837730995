import type { SeededRandom } from '#server/feature/populate.ts';
import type { chronicDiseases } from '#shared/codes.ts';
import type { HealthSummary } from '../record/health.ts';

interface Illness {
  code: keyof typeof chronicDiseases;
  condition: string;
  medicine: string | null;
}

export const illnesses: readonly Illness[] = [
  { code: 'hypertension', condition: '高血压', medicine: '氨氯地平 5mg 早 1 次' },
  { code: 'diabetes', condition: '2 型糖尿病', medicine: '二甲双胍 0.5g 早晚各 1 次' },
  { code: 'coronary', condition: '冠心病', medicine: '阿司匹林 100mg 早 1 次' },
  { code: 'osteoporosis', condition: '骨质疏松', medicine: '碳酸钙 D3 600mg 午 1 次' },
  { code: 'copd', condition: '慢阻肺', medicine: '噻托溴铵吸入 18µg 早 1 次' },
  { code: 'other', condition: '高脂血症', medicine: '阿托伐他汀 20mg 睡前' },
  { code: 'stroke', condition: '脑梗后遗症', medicine: '氯吡格雷 75mg 早 1 次' },
  { code: 'cataract', condition: '白内障', medicine: null },
  { code: 'arthritis', condition: '膝关节炎', medicine: '塞来昔布 200mg 疼时 1 次' },
  { code: 'parkinson', condition: '帕金森病', medicine: '多巴丝肼 125mg 早中晚各 1 次' },
  { code: 'kidney', condition: '慢性肾病 3 期', medicine: null },
];

const flags = ['听力差', '视力差', '心脏病史', '跌倒高风险', '认知障碍'];
const allergies = ['青霉素', '磺胺'];
const bloodTypes = ['A', 'O', 'B', 'AB'];
const doctors = ['周医生', '顾医生', '夏医生'];

/** Returns some illnesses, up to `most`; the first ones of the list are the most common. */
export function illnessesOf(random: SeededRandom, most: number): Illness[] {
  const picked = [random.of(illnesses.slice(0, 3)), random.of(illnesses)];
  return [...new Set(picked)].slice(0, most);
}

/** Returns the health summary of a customer with these illnesses. */
export function healthOf(ill: readonly Illness[], random: SeededRandom): Partial<HealthSummary> {
  return {
    conditions: ill.map(({ condition }) => condition),
    medicines: ill.flatMap(({ medicine }) => medicine ?? []),
    allergies: random.hits(0.2) ? [random.of(allergies)] : [],
    flags: random.hits(0.4) ? [random.of(flags)] : [],
    bloodType: random.of(bloodTypes),
    rh: 'positive',
    doctor: random.of(doctors),
    doctorPhone: '0570-55501122',
    hospital: '市第二医院',
  };
}
