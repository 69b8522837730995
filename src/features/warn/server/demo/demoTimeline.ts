import { callResults, confirmedBys, falseReasons, type StepKind, type WarnResult, warnResults } from '#shared/codes.ts';
import { recipientsText } from '../inboxNotice.ts';
import { targetName } from '../ladder.ts';
import type { DemoAlarm } from './demoPlan.ts';

export interface DemoStep {
  kind: StepKind;
  /** Seconds after the warn was raised. */
  after: number;
  byPerson: boolean;
  note: string | null;
  data: Record<string, unknown>;
}

export interface DemoContact {
  id: string;
  name: string;
  relation: string;
  phone: string | null;
}

/** Station that sends a responder to the customer's home. */
export interface DemoStation {
  name: string;
  phone: string | null;
}

/** Closing notes; at least five characters, as 结案 requires. */
const notes: Readonly<Partial<Record<WarnResult, string>>> = {
  phone: '老人接听，自述一时头晕，已坐下休息，暂无不适',
  family: '家属已到场陪护，老人情绪平稳',
  on_site: '服务站到场，扶起后检查，膝部擦伤已处理',
  community: '社区工作人员上门查看，老人平安',
  hospital: '120 送市第二医院，肺部感染，家属已到院',
  visited: '电话无人接听，上门后确认老人在楼下散步',
};

/** Results for which a responder was dispatched. */
const sent: readonly WarnResult[] = ['on_site', 'community', 'hospital', 'visited'];

function call(
  after: number,
  who: DemoContact | null,
  phone: string | null,
  result: keyof typeof callResults,
): DemoStep {
  return {
    kind: 'call',
    after,
    byPerson: true,
    note: null,
    data: {
      contactId: who?.id ?? null,
      contactName: who?.name ?? null,
      relation: who?.relation ?? null,
      phone: who?.phone ?? phone,
      result,
      resultText: callResults[result],
      seconds: result === 'no_answer' ? null : 48,
    },
  };
}

function visit(from: number, dispatchId: string, station: DemoStation, until: number): DemoStep[] {
  const state = (after: number, dispatchState: 'on_way' | 'arrived' | 'done'): DemoStep => ({
    kind: 'dispatch_state',
    after,
    byPerson: true,
    note: null,
    data: { dispatchId, name: station.name, kind: 'station', state: dispatchState },
  });
  const data = { dispatchId, name: station.name, phone: station.phone, kind: 'station', state: 'sent' };
  return [
    { kind: 'dispatch', after: from, byPerson: true, note: null, data },
    state(from + 70, 'on_way'),
    state(from + Math.round((until - from) * 0.5), 'arrived'),
    state(until - 40, 'done'),
  ];
}

function ending(alarm: DemoAlarm, after: number): DemoStep {
  if (alarm.falseReason) {
    const data = {
      reason: alarm.falseReason,
      reasonText: falseReasons[alarm.falseReason],
      confirmedBy: 'elder',
      confirmedText: confirmedBys.elder,
    };
    return { kind: 'false', after, byPerson: true, note: '老人接听，确认平安，已讲解按键用法', data };
  }
  const result = alarm.result ?? 'phone';
  const data = { result, resultText: warnResults[result], familyTold: true, familyNote: null, noContactReason: null };
  return { kind: 'closed', after, byPerson: true, note: closingNote(alarm), data };
}

/** Returns the conclusion of a finished warn. */
export function closingNote(alarm: DemoAlarm): string {
  return alarm.falseReason
    ? '老人接听，确认平安，已讲解按键用法'
    : (notes[alarm.result ?? 'phone'] ?? '电话确认老人平安');
}

export function wasSent(alarm: DemoAlarm): boolean {
  return alarm.result !== null && sent.includes(alarm.result);
}

/** Returns the steps after 产生, in order: escalated if it waited too long, claimed, called, dispatched, closed. */
export function timelineOf(
  alarm: DemoAlarm,
  facts: {
    phone: string | null;
    contact: DemoContact | null;
    dispatchId: string;
    station: DemoStation;
    leaders: { id: string; name: string }[];
  },
): DemoStep[] {
  const end = alarm.response + alarm.handling;
  const silent = alarm.result === 'visited' || alarm.result === 'hospital';
  const steps: DemoStep[] = [];
  if (alarm.response > 60) {
    const recipients = facts.leaders.map(
      ({ id, name }) => ({ id, name, channel: 'inbox', state: 'delivered' }) as const,
    );
    steps.push({
      kind: 'escalated',
      after: 60,
      byPerson: false,
      note: `等待 60 秒未接警，${recipientsText(targetName('leader'), recipients)}`,
      data: { cause: 'claim', rung: 1, target: 'leader', people: recipients, escalation: 1 },
    });
  }
  steps.push(
    { kind: 'claimed', after: alarm.response, byPerson: true, note: null, data: { waitedMs: alarm.response * 1000 } },
    call(
      alarm.response + 12,
      null,
      facts.phone,
      silent ? 'no_answer' : alarm.result === 'on_site' ? 'need_help' : 'ok',
    ),
  );
  if (!alarm.falseReason && facts.contact) steps.push(call(alarm.response + 95, facts.contact, null, 'ok'));
  if (wasSent(alarm)) steps.push(...visit(alarm.response + 130, facts.dispatchId, facts.station, end));
  return [...steps, ending(alarm, end)];
}
