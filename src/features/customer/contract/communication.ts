import type { Static } from '#shared/typebox.ts';
import type { Communication } from './entry.ts';

/** What is said of hearing and of speech, in the form, in the record and wherever a line tells of them. */
export const hearings = { good: '听力好', poor: '听力差', none: '听不见' } as const;
export const speeches = { clear: '言语清楚', unclear: '言语不清', none: '不能言语' } as const;

/** How to speak with somebody, and what to know before the door, as one line; what hinders comes before what does not. */
export function communicationWords(one: Static<typeof Communication> | null): string[] {
  if (one === null) return [];
  const said = [
    one.hearing && hearings[one.hearing],
    one.speech && speeches[one.speech],
    one.dialect && `讲${one.dialect}`,
    one.reads !== undefined && (one.reads ? '能阅读' : '不能阅读'),
    one.keys && `钥匙：${one.keys}`,
    one.pets && `宠物：${one.pets}`,
    one.note,
  ];
  return said.filter((part): part is string => Boolean(part));
}
