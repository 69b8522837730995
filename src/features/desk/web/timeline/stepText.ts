import { callLength } from '#features/phoneCall/web/service.ts';
import type { WarnStep } from '#features/warn/web/service.ts';
import { confirmedBys, type DispatchState, stepKinds } from '#shared/codes.ts';
import {
  callResults,
  dispatchKinds,
  dispatchStates,
  falseReasons,
  warnResults,
  warnTypes,
} from '#web/data/codeLabels.ts';

/**
 * Tone of a step: `urgent` press, `talk` voice contact, `good` settled, `calm` user action, `machine` system action.
 */
export type StepTone = 'urgent' | 'talk' | 'good' | 'calm' | 'machine';

function field(step: WarnStep, name: string): string | null {
  const value = step.data[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function labelOf(list: Readonly<Record<string, string>>, key: string | null): string | null {
  return key === null ? null : (list[key] ?? key);
}

/** Function that names the owner of a number if the step does not. */
export type NameOf = (phone: string) => string | null;

function callText(step: WarnStep, nameOf: NameOf): string {
  const seconds = step.data.seconds;
  const length = typeof seconds === 'number' && seconds > 0 ? callLength(seconds) : null;
  const phone = field(step, 'phone');
  const whom = field(step, 'contactName') ?? (phone === null ? null : (nameOf(phone) ?? phone));
  const result = labelOf(callResults, field(step, 'result')) ?? (step.data.result === null ? '拨出中' : null);
  return ['呼叫', whom, result, length].filter((part) => part !== null).join(' ');
}

function dispatchText(step: WarnStep): string {
  const kind = field(step, 'kind');
  const name = field(step, 'name');
  if (kind === 'emergency') return `代呼 ${name ?? '120'}`;
  const refused = field(step, 'linkRefused');
  const link = field(step, 'linkSent') === null ? '' : '，链接用短信发出';
  const whom = [name, kind === null ? null : `（${labelOf(dispatchKinds, kind)}）`].filter((part) => part !== null);
  return `派单 ${whom.join('')}${refused === null ? link : `，链接没有发出：${refused}`}`;
}

function pressText(step: WarnStep): string {
  if (field(step, 'type') === 'health') return '再次触发，已合并';
  const count = field(step, 'count') ?? field(step, 'repeatCount');
  return count === null ? '再次按下，已合并' : `第 ${Number(count) + 1} 次按下，已合并`;
}

/** Whether no user notified by the rung or request was logged in, or there was none. */
function isUndelivered(step: WarnStep): boolean {
  const { people } = step.data;
  return Array.isArray(people) && !people.some((user: { state?: unknown }) => user?.state === 'delivered');
}

const texts: Partial<Record<WarnStep['kind'], (step: WarnStep, nameOf: NameOf) => string>> = {
  note: (step) => {
    const answer = field(step, 'answerText');
    if (answer !== null) return `${field(step, 'by') ?? '家属'} 应答：${answer}`;
    const [request, refused] = [field(step, 'falseAsked'), field(step, 'falseRefused')];
    if (request !== null)
      return `请班长核实误报 ${labelOf(falseReasons, request)}${isUndelivered(step) ? '，未送达' : ''}`;
    return refused === null ? stepKinds.note : `班长不同意误报 ${labelOf(falseReasons, refused)}`;
  },
  created: (step) => ['产生', labelOf(warnTypes, field(step, 'type'))].filter((part) => part !== null).join(' '),
  repeated: pressText,
  call: callText,
  dispatch: dispatchText,
  dispatch_state: (step) =>
    [field(step, 'name') ?? '派单', dispatchStates[field(step, 'state') as DispatchState] ?? '进展'].join(' '),
  transferred: (step) => ['转派', field(step, 'to')].filter((part) => part !== null).join(' 给 '),
  escalated: (step) => {
    const rung = field(step, 'escalation') ?? field(step, 'rung');
    const lost = isUndelivered(step) ? '，未送达' : '';
    if (rung === null) return `升级${lost}`;
    return (/^\d+$/.test(rung) ? `升级（第 ${rung} 级）` : `升级：${rung}`) + lost;
  },
  false: (step) =>
    ['误报', labelOf(falseReasons, field(step, 'reason')), labelOf(confirmedBys, field(step, 'confirmedBy'))]
      .filter((part) => part !== null)
      .join(' '),
  closed: (step) => ['结案', labelOf(warnResults, field(step, 'result'))].filter((part) => part !== null).join(' '),
};

/** Whether a heading precedes the step's note: for an external answer, a 误报 request or the leader's refusal. */
export function hasHeading(step: WarnStep): boolean {
  return ['answerText', 'falseAsked', 'falseRefused'].some((name) => field(step, name) !== null);
}

/** Whether the note is an answer of the plan (预案：是否受伤 — 跌坐卫生间), not a user's remark. */
function isPlanNote(step: WarnStep): boolean {
  return step.kind === 'note' && (step.note?.startsWith('预案：') ?? false);
}

/** Returns a short text of the event, without user and note. */
export function stepText(step: WarnStep, nameOf: NameOf): string {
  return texts[step.kind]?.(step, nameOf) ?? stepKinds[step.kind];
}

/** Returns the title of a rung in the line of its messages: 升级 2; null for other steps. */
export function rungTitle(step: WarnStep): string | null {
  if (field(step, 'cause') === 'contacts') return '紧急联系人';
  if (step.kind !== 'escalated') return null;
  return ['升级', field(step, 'escalation') ?? field(step, 'rung')].filter((part) => part !== null).join(' ');
}

const tones: Partial<Record<WarnStep['kind'], StepTone>> = {
  created: 'urgent',
  repeated: 'urgent',
  escalated: 'machine',
  recovered: 'machine',
  released: 'calm',
  transferred: 'calm',
  reopened: 'calm',
  closed: 'good',
  false: 'good',
};

/** Whether the step is by an account, or by family or a responder by link. */
function isByUser({ userId, data }: WarnStep): boolean {
  return userId !== null || data.outside === true || typeof data.by === 'string';
}

/** Whether the note is a user's own text, not one that the system generates for an action. */
function isStatement(step: WarnStep): boolean {
  if (step.kind === 'call') return ['ok', 'need_help'].includes(field(step, 'result') ?? '');
  if (step.kind !== 'note' || isPlanNote(step)) return false;
  return step.userId === null ? hasHeading(step) : field(step, 'command') === null && step.data.handover !== true;
}

/** Returns the tone of a timeline row; colour never carries meaning without the text. */
export function stepTone(step: WarnStep): StepTone {
  if (isStatement(step)) return 'talk';
  return tones[step.kind] ?? (isByUser(step) ? 'calm' : 'machine');
}

/** Formats the time since reception as +3:49, +1:02:10; negative for an earlier step. */
export function stepOffset(at: string, receivedAt: string): string {
  const seconds = Math.round((Date.parse(at) - Date.parse(receivedAt)) / 1000);
  return `${seconds < 0 ? '−' : '+'}${callLength(Math.abs(seconds))}`;
}
