import { cleanText } from '../text.ts';
import { element, escaped, type Fields, parseScaip } from './xml.ts';

/** Maximum bytes of a request. */
export const maxRequest = 65_536;
/** Maximum characters of a controller's id; a longer one is no number. */
const maxId = 64;
/** Maximum characters of a reference that is sent back; the standard allows 16. */
const maxRef = 64;

/** Status numbers of an answer (protocols.md P8). */
export const snu = { accepted: 0, tooLong: 1, format: 2, wrong: 3, notTreated: 5, missing: 7 } as const;
type Snu = (typeof snu)[keyof typeof snu];

/** Request as it is judged before it is stored. */
export interface ScaipRequest {
  ref: string;
  wrapper: readonly string[];
  /** `accepted`: complete; it counts only when it is stored. */
  snu: Snu;
  /** Elements with padded codes; without some of them where it is refused. */
  fields: Fields;
  /** Why it is refused; null if it is complete. */
  error: string | null;
}

/** Digits to which codes are padded. */
const codes: Readonly<Record<string, number>> = { dty: 4, dco: 4, stc: 4, lco: 3 };

function padded(text: string, digits: number): string {
  return /^\d+$/.test(text) ? text.replace(/^0+/, '').padStart(digits, '0') : text;
}

function cleaned(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, Fields[string]] => {
      if (typeof value !== 'string')
        return [name, Object.fromEntries(Object.entries(value).map(([key, text]) => [key, cleanText(text)]))];
      const digits = Object.hasOwn(codes, name) ? codes[name] : undefined;
      const text = cleanText(value);
      return [name, digits === undefined ? text : padded(text, digits)];
    }),
  );
}

export const textOf = (fields: Fields, name: string): string => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : '';
};

function problemOf(body: Buffer, fields: Fields): [Snu, string] | null {
  if (body.length > maxRequest) return [snu.tooLong, 'too_long'];
  if (textOf(fields, 'cid') === '' || textOf(fields, 'dty') === '') return [snu.missing, 'no cid or dty'];
  return textOf(fields, 'cid').length > maxId ? [snu.wrong, 'too_long'] : null;
}

/** Judges a request in the order of protocols.md P8. */
export function judgeScaip(body: Buffer): ScaipRequest {
  const xml = parseScaip(body);
  if (!xml) return { ref: '', wrapper: ['mrq'], snu: snu.format, fields: {}, error: 'malformed' };
  const fields = cleaned(xml.fields);
  const [status, error] = problemOf(body, fields) ?? [snu.accepted, null];
  return { ref: textOf(fields, 'ref').slice(0, maxRef), wrapper: xml.wrapper, snu: status, fields, error };
}

/** What an accepted alarm is told besides: a call to the known number, with voice both ways. */
export interface AlarmAnswer {
  /** Minutes between heartbeats; null: not said. */
  heartbeat: number | null;
}

/**
 * Returns the answer to a request, in the elements around it.
 * @param status that of the request, or `notTreated` if it could not be stored
 * @param alarm of an accepted alarm; null for any other message
 */
export function scaipAnswer(
  { ref, wrapper }: Pick<ScaipRequest, 'ref' | 'wrapper'>,
  status: Snu,
  alarm: AlarmAnswer | null = null,
): string {
  const fields = [
    ...(ref === '' ? [] : [element('ref', escaped(ref))]),
    element('snu', String(status)),
    ...(status === snu.accepted && alarm ? [element('mre', '1'), element('cre', '61')] : []),
    ...(status === snu.accepted && alarm && alarm.heartbeat !== null ? [element('hbi', String(alarm.heartbeat))] : []),
  ].join('');
  const names = wrapper.map((name) => (name === 'mrq' ? 'mrs' : name));
  return `<?xml version="1.0" encoding="UTF-8"?>${names.reduceRight((content, name) => element(name, content), fields)}`;
}
