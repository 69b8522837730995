import { type CallTarget, callTargets, wasReached } from '#features/phoneCall/web/service.ts';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { callResults, dispatchStates } from '#web/data/codeLabels.ts';

export interface PlanItem {
  title: string;
  /** Answer from a note or the record, 已做 if only ticked; null while open. */
  answer: string | null;
  /** Whether the step is begun but not done: called without an answer, or help on its way. */
  partly: boolean;
  by: string | null;
  at: string | null;
}

/** Evidence on record for a step; null for none. */
type Fact = { answer: string; done: boolean } | null;

/** Returns the note that records a step of the plan. */
export function planNote(title: string, answer: string): string {
  return `预案：${title} — ${answer.trim() === '' ? '已做' : answer.trim()}`;
}

function callLabel({ calls }: CallTarget): string {
  const last = calls.findLast((call) => wasReached(call.result)) ?? calls.at(-1);
  return last?.result ? callResults[last.result] : '拨出中';
}

function callFact(targets: readonly CallTarget[]): Fact {
  const rung = targets.filter((target) => target.calls.length > 0);
  if (rung.length === 0) return null;
  const answer = rung.map((target) => `${target.contactId === null ? '' : `${target.name} `}${callLabel(target)}`);
  return {
    answer: answer.join('，'),
    done: rung.some((target) => target.calls.some((call) => wasReached(call.result))),
  };
}

function dispatchFact(dispatches: WarnDetail['dispatches'], far: readonly string[]): Fact {
  const valid = dispatches.filter((dispatch) => dispatch.state !== 'cancelled');
  if (valid.length === 0) return null;
  const answer = valid.map((dispatch) => `${dispatch.name} ${dispatchStates[dispatch.state]}`).join('，');
  return { answer, done: valid.some((dispatch) => far.length === 0 || far.includes(dispatch.state)) };
}

const services = { '120': 'emergency', '119': 'fire', '110': 'police' } as const;
const neighbours = ['neighbour', 'community', 'carer'];

/** Returns the evidence from calls, dispatches and arrivals that a step's title names. */
function factOf(title: string, targets: readonly CallTarget[], dispatches: WarnDetail['dispatches']): Fact {
  const number = /\b(120|119|110)\b/.exec(title)?.[1] as keyof typeof services | undefined;
  if (number)
    return dispatchFact(
      dispatches.filter(({ kind }) => kind === services[number]),
      [],
    );
  const help = dispatches.filter(({ kind }) => !Object.values<string>(services).includes(kind));
  if (/派人/.test(title)) return dispatchFact(help, ['arrived', 'done']);
  if (/派单/.test(title)) return dispatchFact(help, []);
  const contacts = targets.filter((target) => target.contactId !== null);
  if (/呼回老人|呼叫老人/.test(title)) return callFact(targets.filter((target) => target.contactId === null));
  if (/联系老人或家属/.test(title)) return callFact(targets);
  if (/通知联系人/.test(title)) return callFact(contacts);
  if (/通知家属/.test(title)) return callFact(contacts.filter(({ relation }) => !neighbours.includes(relation)));
  if (/通知邻居/.test(title)) return callFact(contacts.filter(({ relation }) => relation === 'neighbour'));
  if (/通知社区/.test(title)) return callFact(contacts.filter(({ relation }) => relation === 'community'));
  return null;
}

/**
 * Returns the steps of the type's plan (domain.md 7.6) with their answers: the newest note, else what calls and
 * dispatches on record show.
 */
export function planItems(detail: WarnDetail): PlanItem[] {
  const targets = callTargets(detail);
  return detail.plan.map((title) => {
    const lead = `预案：${title} — `;
    const notes = detail.steps.filter((step) => step.kind === 'note' && step.note?.startsWith(lead));
    const last = notes.sort((a, b) => b.at.localeCompare(a.at))[0];
    if (last) {
      return { title, answer: last.note?.slice(lead.length) ?? '', partly: false, by: last.userName, at: last.at };
    }
    const fact = factOf(title, targets, detail.dispatches);
    return { title, answer: fact?.answer ?? null, partly: fact !== null && !fact.done, by: null, at: null };
  });
}
