import type { Detail } from './panels.ts';

type Step = Detail['steps'][number];

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

const words: Partial<Record<Step['kind'], (step: Step) => (string | null)[]>> = {
  created: ({ note }) => ['触发', note],
  repeated: ({ note }) => ['再次触发', note],
  claimed: () => ['接'],
  released: ({ note }) => ['释放', note],
  transferred: ({ data }) => ['分配给', text(data.to)],
  call: ({ data, note }) => ['呼叫', text(data.contactName) ?? '本人', text(data.resultText), note],
  escalated: ({ note }) => ['升级为 SOS', note],
  recovered: ({ note }) => [note ?? '体征已恢复'],
  closed: ({ data, note }) => [
    data.ignored === true ? '忽略' : '结案',
    data.ignored === true ? null : text(data.resultText),
    note,
  ],
};

/** Returns what a step says: 呼叫 钱伯年 接通正常 · 李静. */
export function stepWords(step: Step): string {
  const parts = words[step.kind]?.(step) ?? [step.note ?? step.kind];
  const said = parts.filter(Boolean).join(' ');
  return step.userName ? `${said} · ${step.userName}` : said;
}
