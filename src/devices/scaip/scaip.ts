import { emptySplit, type Format, formatState, type Split } from '../format.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import { setAlarm } from './alarms.ts';
import { placeOf } from './position.ts';
import { judgeScaip, type ScaipRequest, scaipAnswer, textOf } from './request.ts';
import { scaipSpans } from './spans.ts';

/** Kinds of messages that raise no alarm; any other is an alarm. */
const kinds: Readonly<Record<string, string>> = { PI: 'heartbeat', RE: 'reset', IN: 'information' };

const tenMinutes = 600_000;

/** Reads a complete request of a social alarm unit. */
function decode({ fields, ref }: ScaipRequest, number: string, body: Buffer, at: number): Decoded {
  const type = textOf(fields, 'mty').toUpperCase();
  const kind = (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'alarm';
  const message = blankDecoded(kind, number || textOf(fields, 'cid'), body);
  message.values = fields;
  message.position = placeOf(fields.lge);
  if (kind === 'alarm') setAlarm(message, textOf(fields, 'stc'), textOf(fields, 'dty'));
  if (kind === 'alarm' && message.alarms.length === 0) message.kind = 'state';
  // A unit counts its references from the beginning after each start; those of alarms get the time with the key of the message.
  const isAlarm = message.alarms.length > 0;
  if (ref !== '') message.ownKey = isAlarm ? ref : `${ref} ${Math.floor(at / tenMinutes)}`;
  return message;
}

function split(body: Buffer): Split {
  const request = judgeScaip(body);
  const reply = (isAlarm: boolean) => ({
    topic: '',
    payload: scaipAnswer(request, request.snu, isAlarm ? { heartbeat: null } : null),
  });
  if (request.error !== null) return { ...emptySplit(request.error), replies: [reply(false)] };
  const cid = textOf(request.fields, 'cid');
  const { alarms } = decode(request, cid, body, 0);
  return {
    ...emptySplit(),
    parts: [{ number: cid, word: '', body }],
    children: [{ number: cid }],
    replies: [reply(alarms.length > 0)],
  };
}

/** SCAIP of social alarm units over HTTP (protocols.md P8); the SIP in front is another's. */
export const scaipFormat: Format = {
  name: 'scaip',
  mayPublish: () => false,
  filters: () => [],
  createState: formatState,
  split,
  read({ body }, { number, at }) {
    const request = judgeScaip(body);
    return request.error === null
      ? { message: decode(request, number, body, at), error: null }
      : { message: null, error: request.error };
  },
  spans: scaipSpans,
};
