import type { Span } from '../span.ts';

/** Tag of a group, or opening tag of an element with its text. */
const tag = /<(\/?)(?:[\w.-]+:)?(lge)\s*>|<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>([^<]*)/gi;

/** Returns the byte ranges of the texts of a request's elements. */
export function scaipSpans(body: Buffer): Span[] {
  const spans: Span[] = [];
  let group = '';
  for (const match of body.toString('latin1').matchAll(tag)) {
    const [whole, closing, inGroup, name = '', text = ''] = match;
    if (inGroup !== undefined) group = closing === '/' ? '' : `${inGroup.toLowerCase()}.`;
    const content = text.trim();
    if (content === '') continue;
    const from = match.index + whole.length - text.trimStart().length;
    const field = name.toLowerCase();
    spans.push({ field: field === 'cid' ? 'number' : `values.${group}${field}`, from, to: from + content.length });
  }
  return spans;
}
