import { fetchOutbound } from '#server/net/outboundHttp.ts';
import { jsonOf, type OutboundMessage, quoted, refusedBy, type SendResult } from './adapter.ts';

/** Returns the text of a robot's message: title, text, and the link if the text has none. */
export function robotText({ title, text, url }: OutboundMessage): string {
  return [title, text, url && !text.includes(url) ? url : ''].filter(Boolean).join('\n');
}

interface Answer {
  /** Fields that may have the robot's own code; 0 is success. */
  codes: readonly string[];
  messageFields: readonly string[];
  /** Codes after which a retry may succeed. */
  passing: readonly number[];
}

/** Posts JSON to a group robot. The code in the body decides: the status is 200 for failures, too. */
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
