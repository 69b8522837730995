import { fetchOutbound } from '#server/net/outboundHttp.ts';
import { jsonOf, type OutboundMessage, quoted, refusedBy, type SendResult } from './adapter.ts';

/** What a robot says of a message: title, text, and the link where the text has none. */
export function robotText({ title, text, url }: OutboundMessage): string {
  return [title, text, url && !text.includes(url) ? url : ''].filter(Boolean).join('\n');
}

interface Answer {
  /** Fields that may hold the robot's own code; 0 is success. */
  codes: readonly string[];
  messageFields: readonly string[];
  /** Codes after which the same message may go through later. */
  passing: readonly number[];
}

/** Posts JSON to a robot of a group: a status of 200 says nothing, the code in the body does. */
export async function postToRobot(
  url: string,
  body: object,
  signal: AbortSignal,
  answerFields: Answer,
): Promise<SendResult> {
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetchOutbound(url, { headers, body: JSON.stringify(body), signal });
  const refused = refusedBy(reply);
  if (refused) return refused;
  const answer = jsonOf(reply.text);
  const code = answerFields.codes.map((key) => answer[key]).find((value) => typeof value === 'number');
  if (code === 0) return { state: 'sent', providerId: null };
  if (code === undefined) return { state: 'failed', reason: '对方的回答看不懂', retryable: false };
  const message = answerFields.messageFields.map((key) => answer[key]).find((value) => typeof value === 'string');
  const reason = `机器人拒绝 ${code}${message && reply.readable ? `：${quoted(message)}` : ''}`;
  return { state: 'failed', reason, retryable: answerFields.passing.includes(code) };
}
