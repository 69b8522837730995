import { emptySplit, type Format, type FormatState, formatState, isNewReport, type Split } from '../format.ts';
import { signalOf } from '../json/childProperties.ts';
import { propertySpans } from '../json/jsonSpans.ts';
import type { Span } from '../span.ts';
import { isRecord, parseMessage } from '../text.ts';
import { devEuiOf, eventOf, eventTopic, receptionOf, reportOf } from './event.ts';
import { readEvent } from './read.ts';

/** Events from which the network server describes a device. */
const describing = new Set(['up', 'join', 'status']);

function split(body: Buffer, { topic, state }: { topic: string; state: FormatState }): Split {
  const address = eventTopic(topic);
  if ((topic !== '' && !address) || body.length === 0) return emptySplit();
  const { value, error } = parseMessage(body);
  const object = isRecord(value) ? value : null;
  const number = address?.number ?? (object && devEuiOf(object));
  if (number === null) return emptySplit(error ?? 'no devEui');
  const word = address?.event ?? (object ? eventOf(object) : 'up');
  const parts = [{ number, word, body }];
  if (!object || !describing.has(word)) return { ...emptySplit(), parts };
  const report = reportOf(number, object);
  if (!isNewReport(state, number, JSON.stringify(report))) return { ...emptySplit(), parts };
  const signal = signalOf(receptionOf(object).rssi);
  return { ...emptySplit(), parts, children: [signal === null ? report : { ...report, signal }] };
}

/** Returns the spans of an event; a reading of the object stands in the device's own bytes, too. */
function spans(body: Buffer): Span[] {
  const fields = propertySpans(body);
  const data = fields.find(({ field }) => field === 'values.data');
  const inObject = propertySpans(body, 'object');
  const measured = inObject.filter(({ field }) => field.startsWith('readings.'));
  const inData = data ? measured.map(({ field }) => ({ ...data, field })) : [];
  return [...fields, ...inObject, ...inData].sort((a, b) => a.from - b.from);
}

/** ChirpStack v4 (protocols.md P6), over a bridge's MQTT or over HTTP with the event as the topic. */
export const lorawanFormat: Format = {
  name: 'lorawan',
  mayPublish: (topic, { isGateway }) => isGateway && topic.startsWith('application/'),
  filters: () => ['application/+/device/+/command/#'],
  createState: formatState,
  split,
  read: ({ word, body }, context) => readEvent(word, body, context),
  spans,
};
