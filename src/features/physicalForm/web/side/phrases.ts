/** A phrase of the house for a conclusion or an advice. */
interface Phrase {
  text: string;
  /** Codes of items: the phrase is offered first where one of them is abnormal. */
  when?: readonly string[];
}

const pressure = ['8480-6', '8462-4', 'systolicRight', 'diastolicRight'];
const glucose = ['14771-0', '4548-4'];
const lipids = ['14647-2', '14927-8', '22748-8', '14646-4'];
const kidney = ['14682-9', '22664-7', '14933-6'];
const liver = ['1742-6', '1920-8', '14631-6'];
const blood = ['718-7', '789-8', 'HCT'];
const weight = ['39156-5', '8280-0'];

/** Phrases of a conclusion. */
export const conclusionPhrases: readonly Phrase[] = [
  { text: '血压偏高', when: pressure },
  { text: '空腹血糖偏高', when: glucose },
  { text: '血脂异常', when: lipids },
  { text: '肾功能指标异常', when: kidney },
  { text: '肝功能指标异常', when: liver },
  { text: '血红蛋白异常', when: blood },
  { text: '体重或腰围超出参考', when: weight },
  { text: '心电图异常，建议专科随诊', when: ['ecg'] },
  { text: '腹部B超异常，建议专科随诊', when: ['ultrasound'] },
  { text: '体检未见明显异常' },
  { text: '较去年无明显变化' },
  { text: '与去年相比升高' },
];

/** Phrases of an advice. */
export const advicePhrases: readonly Phrase[] = [
  { text: '低盐饮食，每天监测血压', when: pressure },
  { text: '复查空腹血糖与糖化血红蛋白', when: glucose },
  { text: '低脂饮食，3 个月后复查血脂', when: lipids },
  { text: '复查肾功能，避免肾毒性药物', when: kidney },
  { text: '复查肝功能', when: liver },
  { text: '复查血常规，注意营养', when: blood },
  { text: '控制体重，适量运动', when: weight },
  { text: '3 个月后随访' },
  { text: '建议到上级医院专科就诊' },
  { text: '按时服药，不自行停药' },
  { text: '预防跌倒' },
  { text: '每年体检一次' },
];

/** Returns the phrases that are not in a text yet, those for what is abnormal first. */
export function offeredPhrases(phrases: readonly Phrase[], abnormal: ReadonlySet<string>, text: string): string[] {
  const isFitting = ({ when }: Phrase) => when?.some((code) => abnormal.has(code)) ?? false;
  return [...phrases.filter(isFitting), ...phrases.filter(({ when }) => when === undefined)]
    .map((phrase) => phrase.text)
    .filter((phrase) => !text.includes(phrase));
}

/** Returns a text with one more sentence, parted by a semicolon. */
export function withPhrase(text: string, phrase: string): string {
  const rest = text.trim().replace(/[；;。，,]$/, '');
  return rest === '' ? phrase : `${rest}；${phrase}`;
}
