import type { archiveApi, SectionName } from '#features/archive/contract.ts';
import type { HealthRows } from '#features/customer/server/service.ts';
import type { SeededRandom } from '#server/feature/populate.ts';
import type { chronicDiseases } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { codeOfChronic } from '#shared/health/chronic.ts';
import type { SectionKey } from '../../contract/archive.ts';

type Lifestyle = NonNullable<InputOf<(typeof archiveApi)['editArchive']>['lifestyle']>;
/** Sections beside conditions, allergies and medicines. */
export type OtherSection = Exclude<SectionName, 'condition' | 'allergy' | 'medicine' | 'attachment'>;

/** What the archive of a demo customer holds beside the rows of the words. */
export interface Parts {
  lifestyle: Lifestyle | null;
  falls: string | null;
  none: SectionKey[];
  rows: Record<OtherSection, object[]>;
}

const day = 86_400_000;
const hospitals = ['市第二医院', '市人民医院', '望湖街道社区卫生服务中心'];

const timesOf: Readonly<Record<string, string>> = { 早: '07:00', 午: '12:00', 晚: '18:00', 睡: '21:00' };

/** Returns a medicine entered as 氨氯地平 5mg 早 1 次, in parts that give the same words. */
export function medicineOf(
  words: string,
  random: SeededRandom,
  since: string,
  daysOf: Readonly<Record<string, number>> = {},
): HealthRows['medicines'][number] {
  const [, name = words, dose, frequency] = /^(.+?) (\d[\d.]*\s?(?:mg|g|µg|单位)) (.+)$/.exec(words) ?? [];
  const times = Object.keys(timesOf).flatMap((sign) => (frequency?.includes(sign) ? (timesOf[sign] ?? []) : []));
  const drawn = 1 + random.below(28);
  const supply = times.length > 0 && { amount: 1, times, quantity: times.length * (daysOf[name] ?? drawn) };
  return {
    ...{
      name,
      since,
      unit: '片',
      route: '口服',
      prescriber: random.of(['周医生', '顾医生', '夏医生']),
      state: 'active',
    },
    ...(dose !== undefined && { dose }),
    ...(frequency !== undefined && { frequency }),
    ...supply,
  };
}

/** Groups of the demo's conditions, by the beginning of their name. */
const groups: Readonly<Record<string, keyof typeof chronicDiseases>> = {
  ...{ 高血压: 'hypertension', '2 型糖尿病': 'diabetes', 冠心病: 'coronary', 骨质疏松: 'osteoporosis', 慢阻肺: 'copd' },
  ...{ 脑梗后遗症: 'stroke', 白内障: 'cataract', 膝关节炎: 'arthritis', 帕金森病: 'parkinson', 慢性肾病: 'kidney' },
  ...{ 阿尔茨海默病: 'dementia', 高脂血症: 'other' },
};

/** Returns a condition with its code, year and hospital. */
export function conditionOf(
  row: HealthRows['conditions'][number],
  random: SeededRandom,
  year: number,
): HealthRows['conditions'][number] {
  const name = Object.keys(groups).find((beginning) => row.name.startsWith(beginning));
  const chronic = row.chronic ?? (name === undefined ? null : groups[name]);
  const code = row.code ?? (chronic ? codeOfChronic(chronic) : null);
  const month = String(1 + random.below(12)).padStart(2, '0');
  const since = String(year - 1 - random.below(18)) + (random.hits(0.4) ? `-${month}` : '');
  return { ...row, chronic, code, since, hospital: random.of(hospitals) };
}

/** Returns an allergy with what happened. */
export function allergyOf(row: HealthRows['allergies'][number], random: SeededRandom): HealthRows['allergies'][number] {
  const severity = random.hits(0.3) ? 'severe' : 'mild';
  return { ...row, kind: 'medicine', severity, reaction: severity === 'severe' ? '皮疹、气促' : '皮疹', since: '2009' };
}

function lifestyleOf(random: SeededRandom): Lifestyle {
  const smoking = random.of(['never', 'never', 'never', 'quit', 'daily'] as const);
  const exercise = random.of(['never', 'some', 'weekly', 'daily', 'daily'] as const);
  return {
    smoking,
    ...(smoking === 'daily' && { perDay: 5 + random.below(16) }),
    drinking: random.of(['never', 'never', 'some', 'weekly'] as const),
    exercise,
    ...(exercise !== 'never' && { minutes: random.of([20, 30, 40]) }),
    diet: [random.of(['balanced', 'balanced', 'vegetable', 'salty', 'oily'] as const)],
    sleepHours: random.of([5.5, 6, 6.5, 7, 8]),
  };
}

const dayAt = (now: number, daysAgo: number) => new Date(now - daysAgo * day).toISOString().slice(0, 10);

/** Rows of each section as the sections' forms give them. */
const made: Readonly<Record<OtherSection, (random: SeededRandom, now: number) => object[]>> = {
  surgery: (random, now) => {
    const at = String(new Date(now).getUTCFullYear() - 2 - random.below(30));
    return [
      {
        kind: 'surgery',
        name: random.of(['胆囊切除', '白内障手术', '阑尾切除', '髋关节置换']),
        at,
        hospital: random.of(hospitals),
      },
    ];
  },
  family: (random) => [
    {
      relation: random.of(['father', 'mother']),
      ...random.of([
        { name: '高血压', code: 'I10' },
        { name: '2 型糖尿病', code: 'E11' },
        { name: '脑卒中', code: 'I64' },
      ]),
    },
  ],
  vaccination: (random, now) => {
    const flu = { name: '流感疫苗', dose: '1/1', at: dayAt(now, 30 + random.below(300)), org: hospitals[2] };
    const other = {
      name: '23 价肺炎球菌疫苗',
      dose: '1/1',
      at: dayAt(now, 400 + random.below(900)),
      org: hospitals[2],
    };
    return random.hits(0.5) ? [flu, other] : [flu];
  },
  admission: (random, now) => {
    const from = 60 + random.below(700);
    const reason = random.of(['肺部感染', '血压控制不佳', '跌倒后观察', '短暂头晕']);
    return [
      { from: dayAt(now, from), to: dayAt(now, from - 5 - random.below(9)), hospital: random.of(hospitals), reason },
    ];
  },
  aid: (random, now) => {
    const [kind, name] = random.of([
      ['walking', '四脚拐杖'],
      ['hearing', '耳背式助听器'],
      ['denture', '上颌义齿'],
      ['toilet', '坐便椅'],
    ] as const);
    return [{ kind, name, since: String(new Date(now).getUTCFullYear() - random.below(5)) }];
  },
};

const sections = Object.keys(made) as OtherSection[];

/** Returns the other sections of a demo customer: some hold rows, of some it is said that there is nothing, some are missing. */
export function partsOf(random: SeededRandom, now: number, full: boolean): Parts {
  const rows = { surgery: [], family: [], vaccination: [], admission: [], aid: [] } as Parts['rows'];
  const none: SectionKey[] = [];
  for (const section of sections) {
    if (full ? section !== 'family' && section !== 'vaccination' : random.hits(0.3))
      rows[section] = made[section](random, now);
    else if (random.hits(0.4) && !full) none.push(section);
  }
  const falls = random.hits(0.2) ? '近一年跌倒 1 次，没有受伤' : null;
  return { lifestyle: full || random.hits(0.6) ? lifestyleOf(random) : null, falls, none, rows };
}
