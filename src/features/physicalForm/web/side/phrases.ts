/** A phrase of the house for a conclusion or an advice. */
interface Phrase {
  text: string;
  /** Codes of items: the phrase is offered first where one of them is abnormal. */
  when?: readonly string[];
  /** It speaks of the last examination. */
  compares?: boolean;
}

/** What is said where one of the items is abnormal. */
const findings = [
  {
    when: ['8480-6', '8462-4', 'systolicRight', 'diastolicRight'],
    ...{ conclusion: '血压偏高', advice: '低盐饮食，每天监测血压' },
  },
  { when: ['14771-0', '4548-4'], conclusion: '空腹血糖偏高', advice: '复查空腹血糖与糖化血红蛋白' },
  {
    when: ['14647-2', '14927-8', '22748-8', '14646-4'],
    ...{ conclusion: '血脂异常', advice: '低脂饮食，3 个月后复查血脂' },
  },
  { when: ['14682-9', '22664-7', '14933-6'], conclusion: '肾功能指标异常', advice: '复查肾功能，避免肾毒性药物' },
  { when: ['1742-6', '1920-8', '14631-6'], conclusion: '肝功能指标异常', advice: '复查肝功能' },
  { when: ['718-7', '789-8', 'HCT'], conclusion: '血红蛋白异常', advice: '复查血常规，注意营养' },
  { when: ['39156-5', '8280-0'], conclusion: '体重或腰围超出参考', advice: '控制体重，适量运动' },
];

/** Phrases of a conclusion. */
export const conclusionPhrases: readonly Phrase[] = [
  ...findings.map(({ when, conclusion }) => ({ when, text: conclusion })),
  { text: '心电图异常，建议专科随诊', when: ['ecg'] },
  { text: '腹部B超异常，建议专科随诊', when: ['ultrasound'] },
  { text: '体检未见明显异常' },
  { text: '较上次无明显变化', compares: true },
  { text: '与上次相比升高', compares: true },
];

/** Phrases of an advice. */
export const advicePhrases: readonly Phrase[] = [
  ...findings.map(({ when, advice }) => ({ when, text: advice })),
  { text: '3 个月后随访' },
  { text: '建议到上级医院专科就诊' },
  { text: '按时服药，不自行停药' },
  { text: '预防跌倒' },
  { text: '每年体检一次' },
];

/** What the phrases of an examination depend on. */
export interface Findings {
  /** Codes of items. */
  abnormal: ReadonlySet<string>;
  /** There is an older examination. */
  hasFormer: boolean;
}

/** Returns the phrases that are not in a text yet, those for what is abnormal first. */
export function offeredPhrases(phrases: readonly Phrase[], { abnormal, hasFormer }: Findings, text: string): string[] {
  const isFitting = ({ when }: Phrase) => when?.some((code) => abnormal.has(code)) ?? false;
  return [...phrases.filter(isFitting), ...phrases.filter(({ when }) => when === undefined)]
    .filter(({ compares }) => hasFormer || !compares)
    .map((phrase) => phrase.text)
    .filter((phrase) => !text.includes(phrase));
}

/** Returns a text with one more sentence, parted by a semicolon. */
export function withPhrase(text: string, phrase: string): string {
  const rest = text.trim().replace(/[；;。，,]$/, '');
  return rest === '' ? phrase : `${rest}；${phrase}`;
}
