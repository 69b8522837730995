import type { Draft, DraftItem, DraftPart } from '../draft/draft.ts';
import { ruleText, whenText } from './whenText.ts';

/** A part of a definition and what differs in it, in words. */
export interface Difference {
  part: string;
  texts: readonly string[];
}

type Text = string | number | boolean | null | undefined;

const shown = (value: Text) => (value === undefined || value === null || value === '' ? '无' : String(value));
const quoted = (text: string) => `「${text || '无文字'}」`;

/** Returns `名称 甲→乙` where two values differ. */
function changed(title: string, before: Text, after: Text): string[] {
  return shown(before) === shown(after) ? [] : [`${title} ${shown(before)}→${shown(after)}`];
}

interface Kind<T> {
  noun: string;
  code: (one: T) => string;
  label: (one: T) => string;
  differences: (before: T, after: T) => string[];
}

/** Returns what was added, removed, moved and changed in a list whose elements have codes. */
function compareLists<T>(before: readonly T[], after: readonly T[], kind: Kind<T>): string[] {
  const { noun, code, label, differences } = kind;
  const old = new Map(before.map((one) => [code(one), one]));
  const codes = new Set(after.map(code));
  const removed = before.filter((one) => !codes.has(code(one))).map((one) => `去掉${noun}${quoted(label(one))}`);
  const rest = after.flatMap((one) => {
    const former = old.get(code(one));
    if (!former) return [`新增${noun}${quoted(label(one))}`];
    return differences(former, one).map((text) => `${noun}${quoted(label(one))}：${text}`);
  });
  const order = (list: readonly T[], other: ReadonlySet<string>) => list.map(code).filter((each) => other.has(each));
  const isMoved = order(before, codes).join('\n') !== order(after, new Set(old.keys())).join('\n');
  return [...removed, ...rest, ...(isMoved ? [`${noun}的顺序变了`] : [])];
}

function optionDifferences(before: DraftItem, after: DraftItem): string[] {
  return compareLists(before.options, after.options, {
    ...{ noun: '选项', code: ({ code }) => code, label: ({ label, code }) => label || code },
    differences: (one, other) => [
      ...changed('分值', one.points, other.points),
      ...changed('文字', one.label, other.label),
    ],
  });
}

/** Returns the options of an item that differ in points alone by their place: 选项 3 分值 2→3. */
function pointDifferences(before: DraftItem, after: DraftItem): string[] | undefined {
  const same = before.options.length === after.options.length;
  const isPointsOnly = same && after.options.every(({ label }, index) => label === before.options[index]?.label);
  if (!isPointsOnly) return undefined;
  return after.options.flatMap(({ points }, index) =>
    changed(`选项 ${index + 1} 分值`, before.options[index]?.points, points),
  );
}

function itemDifferences(before: DraftItem, after: DraftItem): string[] {
  return [
    ...changed('文字', before.label, after.label),
    ...(pointDifferences(before, after) ?? optionDifferences(before, after)),
    ...changed('可写依据', before.notes ? '是' : '否', after.notes ? '是' : '否'),
    ...changed('择一组', before.oneOf, after.oneOf),
  ];
}

const codeOf = ({ code }: { code: string }) => code;
const nameOf = ({ code, label }: { code: string; label: string }) => `${code} ${label}`.trim();

const itemKind: Kind<DraftItem> = { noun: '条目', code: codeOf, label: nameOf, differences: itemDifferences };
const partKind: Kind<DraftPart> = {
  ...{ noun: '部分', code: codeOf, label: nameOf },
  differences: (before, after) => [
    ...changed('名称', before.label, after.label),
    ...changed('条目', before.items.join('、'), after.items.join('、')),
  ],
};

type Fact = NonNullable<Draft['facts']>[number];
const factKind: Kind<Fact> = {
  ...{ noun: '事实', code: ({ key }) => key, label: ({ key, label }) => label || key },
  differences: (before, after) => [
    ...changed('名称', before.label, after.label),
    ...changed('种类', before.kind, after.kind),
    ...changed('选项', before.options?.map(nameOf).join('、'), after.options?.map(nameOf).join('、')),
  ],
};

type BandSet = NonNullable<Draft['bandSets']>[number];
const bandTexts = (set: BandSet) => ('bands' in set ? set.bands : []);
const setKind: Kind<BandSet> = {
  ...{ noun: '分级', code: codeOf, label: (set) => ('bands' in set ? set.label : set.code) },
  differences: (before, after) => [
    ...changed('默认', before.default ? '是' : '否', after.default ? '是' : '否'),
    ...compareLists(bandTexts(before), bandTexts(after), {
      ...{ noun: '等级', code: codeOf, label: nameOf },
      differences: (one, other) => [
        ...changed('名称', one.label, other.label),
        ...changed('分数', `${one.from}–${one.to}`, `${other.from}–${other.to}`),
      ],
    }),
    ...('by' in before && 'by' in after && JSON.stringify(before.by) !== JSON.stringify(after.by)
      ? ['按哪个事实选分级变了']
      : []),
  ],
};

type Rule = NonNullable<Draft['rules']>[number];
const ruleKind = (before: Draft, after: Draft): Kind<Rule> => ({
  ...{ noun: '规则', code: codeOf, label: ({ code, evidence }) => evidence || code },
  differences: (one, other) => [
    ...changed('内容', ruleText(before, one), ruleText(after, other)),
    ...changed('依据', one.evidence, other.evidence),
    ...changed('同组', one.group, other.group),
  ],
});

const gradeWord = (draft: Draft) =>
  draft.grade === null ? '不分级' : draft.grade.by === 'bands' ? '按总分' : '按各部分的等级';

function matrixDifferences(before: Draft, after: Draft): string[] {
  const [one, other] = [before.grade, after.grade];
  if (one?.by !== 'matrix' || other?.by !== 'matrix') return [];
  const rows = (draft: Draft, list: typeof one.rows) => list.map((row) => `${row.grade}：${whenText(draft, row.when)}`);
  const [old, now] = [rows(before, one.rows), rows(after, other.rows)];
  return [
    ...compareLists(one.grades, other.grades, {
      ...{ noun: '等级', code: codeOf, label: nameOf },
      differences: (a, b) => changed('名称', a.label, b.label),
    }),
    ...old.filter((text) => !now.includes(text)).map((text) => `去掉一行 ${text}`),
    ...now.filter((text) => !old.includes(text)).map((text) => `新增一行 ${text}`),
  ];
}

const months = (value: number | null) => (value === null ? '不设' : `${value} 个月`);

function basicDifferences(before: Draft, after: Draft): string[] {
  return [
    ...changed('名称', before.name, after.name),
    ...changed('授权说明', before.licence, after.licence),
    ...changed('有效期', months(before.validMonths), months(after.validMonths)),
    ...changed('评估人签名', before.assessors ?? 1, after.assessors ?? 1),
    ...changed('可漏答', before.prorate?.missing ?? 0, after.prorate?.missing ?? 0),
  ];
}

/** Returns what differs between two versions of a scale, in words; parts without a difference are left out. */
export function compareDefinitions(before: Draft, after: Draft): Difference[] {
  const levels =
    JSON.stringify(before.levels ?? []) === JSON.stringify(after.levels ?? []) ? [] : ['各部分怎样分级变了'];
  const parts: readonly Difference[] = [
    { part: '基本', texts: basicDifferences(before, after) },
    { part: '条目', texts: compareLists(before.items, after.items, itemKind) },
    { part: '部分', texts: compareLists(before.parts ?? [], after.parts ?? [], partKind) },
    { part: '事实', texts: compareLists(before.facts ?? [], after.facts ?? [], factKind) },
    {
      part: '分级',
      texts: [
        ...changed(
          '总分',
          before.total.of === 'sum' ? '各条目相加' : '没有',
          after.total.of === 'sum' ? '各条目相加' : '没有',
        ),
        ...changed('怎样分级', gradeWord(before), gradeWord(after)),
        ...compareLists(before.bandSets ?? [], after.bandSets ?? [], setKind),
        ...levels,
        ...matrixDifferences(before, after),
      ],
    },
    { part: '规则', texts: compareLists(before.rules ?? [], after.rules ?? [], ruleKind(before, after)) },
  ];
  return parts.filter(({ texts }) => texts.length > 0);
}
