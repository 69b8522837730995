import type { Static } from '#shared/typebox.ts';
import type { Communication } from './entry.ts';

/** What is said of hearing and of speech, in the form, in the record and wherever a line tells of them. */
export const hearings = { good: '听力好', poor: '听力差', none: '听不见' } as const;
export const speeches = { clear: '言语清楚', unclear: '言语不清', none: '不能言语' } as const;

/** How to speak with somebody, and what to know before the door, as one line; what hinders comes before what does not. */
export function communicationParts(communication: Static<typeof Communication> | null): string[] {
  if (communication === null) return [];
  const parts = [
    communication.hearing && hearings[communication.hearing],
    communication.speech && speeches[communication.speech],
    communication.dialect && `讲${communication.dialect}`,
    communication.reads !== undefined && (communication.reads ? '能阅读' : '不能阅读'),
    communication.keys && `钥匙：${communication.keys}`,
    communication.pets && `宠物：${communication.pets}`,
    communication.note,
  ];
  return parts.filter((part): part is string => Boolean(part));
}
