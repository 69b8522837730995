import type { Static } from '#shared/typebox.ts';
import type { Communication } from './health.ts';

/** Labels for hearing and speech, in the form, in the record and in every one-line summary. */
export const hearings = { good: '听力好', poor: '听力差', none: '听不见' } as const;
export const speeches = { clear: '言语清楚', unclear: '言语不清', none: '不能言语' } as const;

/** Returns how to communicate with the customer and entry hints as parts of one line, impairments first. */
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
