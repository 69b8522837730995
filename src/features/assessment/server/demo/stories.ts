/** An assessment of a demo customer. */
export interface Story {
  /** Name of the customer. */
  of: string;
  scale: string;
  /** Days from the day of the assessment to today. */
  ago: number;
  reason: 'first' | 'regular' | 'immediate';
  /** Points that its answers add up to; of a scale without a total the option of each item. */
  answers: number | readonly string[];
  /** How far it has come. */
  until: 'begun' | 'submitted' | 'signed' | 'done';
  /** Care risk events of the last 30 days. */
  events?: Readonly<Record<string, number>>;
  notes?: Readonly<Record<string, string>>;
}

const year = 365;
const ability = { scale: 'gbt42195', reason: 'regular', until: 'done' } as const;

/** Several years of 王桂兰, and people with an assessment that is due, expired, begun or waits for somebody. */
export const stories: readonly Story[] = [
  { ...ability, of: '王桂兰', ago: 3 * year + 20, reason: 'first', answers: 87 },
  { ...ability, of: '王桂兰', ago: 2 * year + 12, answers: 83 },
  { ...ability, of: '王桂兰', ago: year + 5, answers: 78 },
  { ...ability, of: '王桂兰', ago: 9, answers: 72, events: { fall: 1 } },
  { ...ability, of: '王桂兰', scale: 'barthel', ago: year + 5, answers: 90 },
  { ...ability, of: '王桂兰', scale: 'barthel', ago: 9, answers: 80 },
  {
    ...{ ...ability, of: '王桂兰', scale: 'risk9', ago: 9, answers: ['0', '0', '0', '0', '1', '2', '0', '1', '0'] },
    notes: { 6: '两年内跌倒 1 次，浴室已装扶手，夜间留小灯' },
  },
  { ...ability, of: '张淑珍', ago: 350, reason: 'first', answers: 58 },
  { ...ability, of: '赵长根', ago: year + 60, reason: 'first', answers: 21 },
  { ...ability, of: '吴阿根', ago: 2 * year, reason: 'first', answers: 68 },
  { ...ability, of: '吴阿根', ago: 100, answers: 67, events: { fall: 1, choking: 1 } },
  { ...ability, of: '郭素贞', ago: 340, reason: 'first', answers: 38 },
  { ...ability, of: '高启明', scale: 'barthel', ago: 30, reason: 'first', answers: 100 },
  { ...ability, of: '孙月娥', ago: 2, reason: 'first', answers: 61, until: 'signed' },
  { ...ability, of: '李德福', ago: 1, reason: 'first', answers: 90, until: 'submitted' },
  { ...ability, of: '周慧芳', ago: 0, reason: 'first', answers: 80, until: 'begun' },
];
