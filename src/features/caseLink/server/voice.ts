import { callAnswered, calledMessage, callFailed, callTaken } from '#features/notification/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { type CaseAnswer, caseAnswers } from '#shared/contract/caseLink.ts';
import { recordExternalAnswer } from './externalAnswers.ts';

/** Report of a gateway about one of its calls. */
interface CallReport {
  key: string | null;
  callId: string | null;
  state: 'delivered' | 'answered' | 'failed';
  /** Answer by the pressed key; null for other keys. */
  answer: CaseAnswer | null;
  reason: string;
}

const keys: Readonly<Record<string, CaseAnswer>> = { '1': 'going', '2': 'unreachable', '3': 'mis_touch' };
const maxName = 200;
const maxReason = 100;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxName;
const cleanText = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, maxReason)
    : '';

/** Parses a report; null if the body is not one. Ignores unknown fields and keys other than the three. */
export function parseReport(body: string): CallReport | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { key, callId, state, digit, reason } = parsed as Record<string, unknown>;
  if (state !== 'delivered' && state !== 'answered' && state !== 'failed') return null;
  if (!isName(key) && !isName(callId)) return null;
  const pressed = typeof digit === 'number' ? String(digit) : digit;
  const answer = typeof pressed === 'string' && Object.hasOwn(keys, pressed) ? (keys[pressed] ?? null) : null;
  return {
    key: isName(key) ? key : null,
    callId: isName(callId) ? callId : null,
    state,
    answer: state === 'answered' ? answer : null,
    reason: cleanText(reason) ? `网关回报：「${cleanText(reason)}」` : '网关回报没有接通',
  };
}

/**
 * Stores a report: the state of the message, and the family's answer by key in the alarm's timeline on commit. A repeat
 * changes nothing. `at`: time of the gateway's signature. False: no message of this channel matches.
 */
export async function recordReport(channelId: string, report: CallReport, at: string): Promise<boolean> {
  return command(system(newTrace()), async (ctx) => {
    const call = await calledMessage(ctx.tx, channelId, report);
    if (!call) return false;
    if (report.state === 'failed') await callFailed(ctx, call, report.reason);
    else if (report.answer === null || call.to.kind === 'user') await callTaken(ctx, call);
    else if (await callAnswered(ctx.tx, call, caseAnswers[report.answer], at))
      await recordExternalAnswer(ctx, call.warnId, call.to, report.answer, '语音电话按键');
    return true;
  });
}
