import type { Static } from '#shared/typebox.ts';
import { type Communication, hearings, speeches } from './health.ts';

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
