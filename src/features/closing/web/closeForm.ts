import { reportLength } from '#features/closing/contract.ts';
import type { WarnDetail } from '#features/warn/web/service.ts';
import type { WarnResult } from '#shared/codes.ts';

/** Draft of the closing form. */
export interface CloseDraft {
  result?: WarnResult;
  note?: string;
  familyTold?: boolean;
  familyNote?: string;
  noContactReason?: string;
  incidentReport?: string;
  /** Undefined: untouched, the default applies; null: no follow-up. */
  followUpAt?: string | null;
}

export interface Lack {
  key: 'dispatch' | 'contact' | 'family' | 'result' | 'note' | 'report' | 'followUp' | 'other';
  label: string;
  /** Action that resolves the lack. */
  hint: string;
}

type ClosingInput = Pick<
  WarnDetail,
  'steps' | 'dispatches' | 'clock' | 'missing' | 'reportNeeded' | 'incidentReport' | 'refused'
>;

/** Minimum length of 处理说明 for closing. */
const minNoteLength = 5;
/** Reason why 已送医 cannot be closed without a date. */
export const hospitalFollowUp = '已送医的须约回访，回访到满72小时';
/** Hours until the first 回访 (domain.md 7.3). */
const followUpHours = 24;

const lackPatterns: readonly [RegExp, Lack['key']][] = [
  [/派单|到场/, 'dispatch'],
  [/联系|呼叫/, 'contact'],
  [/家属/, 'family'],
  [/结果/, 'result'],
  [/说明/, 'note'],
  [/报告/, 'report'],
];

function keyOf(sentence: string): Lack['key'] {
  return lackPatterns.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'other';
}

function filled(value: string | undefined, length = 1): boolean {
  return (value ?? '').trim().length >= length;
}

/** Whether any call is on record; a call to any party counts as an attempt. */
export function hasCall(detail: Pick<WarnDetail, 'steps'>): boolean {
  return detail.steps.some((step) => step.kind === 'call');
}

/** Whether the server refuses the result by the current record. */
export function isRefused({ refused }: Pick<WarnDetail, 'refused'>, result: WarnResult): boolean {
  return refused.results.some((refusal) => refusal.result === result);
}

function familySettled(detail: ClosingInput, draft: CloseDraft): boolean {
  const familyTold = draft.familyTold ?? (detail.clock.familyTold === null ? undefined : true);
  return (
    (familyTold === true && detail.refused.familyTold === null) || (familyTold === false && filled(draft.familyNote))
  );
}

/**
 * Returns what closing still lacks (domain.md 7.1), by the last detail from the server and the draft.
 * @returns in the order of an operator's work; empty when 结案 is possible
 */
export function missingToClose(detail: ClosingInput, draft: CloseDraft): Lack[] {
  const lacks: Lack[] = [];
  const running = detail.dispatches.filter((dispatch) => dispatch.state !== 'done' && dispatch.state !== 'cancelled');
  if (running.length > 0) {
    const arrived = running.every((dispatch) => dispatch.state === 'arrived');
    lacks.push({ key: 'dispatch', label: arrived ? '派单完成' : '到场', hint: '派单还在进行，先完成或取消' });
  }
  if (!hasCall(detail) && !filled(draft.noContactReason)) {
    lacks.push({ key: 'contact', label: '联系记录', hint: '至少呼叫一次，或写明没有联系的原因' });
  }
  if (!familySettled(detail, draft))
    lacks.push({ key: 'family', label: '告知家属', hint: '已告知，或写明未告知的原因' });
  const reason = detail.refused.results.find(({ result }) => result === draft.result)?.why;
  if (reason) lacks.push({ key: 'result', label: '处置结果', hint: reason });
  if (!draft.result) lacks.push({ key: 'result', label: '处置结果', hint: '未选' });
  if (!filled(draft.note, minNoteLength)) lacks.push({ key: 'note', label: '处理说明', hint: '处理说明至少5个字' });
  if (detail.reportNeeded && !filled(draft.incidentReport ?? detail.incidentReport ?? '', reportLength))
    lacks.push({ key: 'report', label: '事件报告', hint: `已升级到平台管理员，写明经过，至少${reportLength}个字` });
  if (draft.result === 'hospital' && draft.followUpAt === null)
    lacks.push({ key: 'followUp', label: '回访时间', hint: hospitalFollowUp });
  const others = detail.missing.filter((sentence) => keyOf(sentence) === 'other');
  return [...lacks, ...others.map((label): Lack => ({ key: 'other', label, hint: '' }))];
}

/** Returns the default first 回访: 24 h after now, ISO. */
export function defaultFollowUp(now: number): string {
  return new Date(now + followUpHours * 3_600_000).toISOString();
}
