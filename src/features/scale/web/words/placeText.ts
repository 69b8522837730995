import type { Draft } from '../draft/draft.ts';

/** Sections of the editor. */
export const sections = {
  basic: '基本',
  items: '条目',
  parts: '部分',
  facts: '事实',
  grading: '计分与分级',
  rules: '规则',
  compare: '对比',
  text: '文本',
} as const;
export type Section = keyof typeof sections;

/** Returns the section of the editor that shows a place of a definition. */
export function sectionOf(place: string): Section {
  const head = /^\w+/.exec(place)?.[0] ?? '';
  if (head === 'items' || head === 'parts' || head === 'facts' || head === 'rules') return head;
  return ['total', 'levels', 'bandSets', 'grade'].includes(head) ? 'grading' : 'basic';
}

const titles: Readonly<Record<string, string>> = {
  ...{
    name: '名称',
    code: '编码',
    licence: '授权说明',
    version: '版本',
    validMonths: '有效期',
    assessors: '评估人签名',
  },
  ...{ prorate: '漏答折算', ability: '能力等级', total: '总分', grade: '怎样分级', items: '条目', parts: '部分' },
  ...{
    facts: '事实',
    rules: '规则',
    levels: '各部分的等级',
    bandSets: '分级',
    label: '文字',
    points: '分值',
    key: '编码',
  },
  ...{ from: '起', to: '止', when: '条件', effect: '结果', evidence: '依据', group: '同组', oneOf: '作答方式' },
};
const rows: Readonly<Record<string, (n: number) => string>> = {
  items: (n) => `第 ${n} 条`,
  parts: (n) => `第 ${n} 部分`,
  facts: (n) => `第 ${n} 项事实`,
  rules: (n) => `规则 ${n}`,
  options: (n) => `选项 ${n}`,
  bandSets: (n) => `第 ${n} 套分级`,
  bands: (n) => `等级 ${n}`,
  grades: (n) => `等级 ${n}`,
  rows: (n) => `第 ${n} 行`,
  levels: (n) => `第 ${n} 个部分等级`,
};

/** Returns where a place is, in words: `items[3].options[1].points` is 第 4 条 选项 2 分值. */
export function placeText(place: string, { items }: Pick<Draft, 'items'>): string {
  const item = /^items\[(\d+)\]/.exec(place)?.[1];
  const label = item === undefined ? undefined : items[Number(item)]?.label;
  const words = [...place.matchAll(/(\w+)(?:\[(\d+)\])?/g)].map(([, name = '', index]) =>
    index === undefined ? titles[name] : (rows[name]?.(Number(index) + 1) ?? titles[name]),
  );
  const [first = place, ...rest] = words.filter((word) => word !== undefined);
  return [label ? `${first}「${label}」` : first, ...rest].join(' ');
}
