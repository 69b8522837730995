import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { cleanRichText } from '#server/files/richText.ts';
import type { NoticeLevel } from '../contract.ts';
import { release } from './publish.ts';
import { notices } from './write.ts';

/** A notice that the product itself sends to named people: it is in their inboxes, and not in the list of notices. */
export interface Message {
  /** At most 50 characters. */
  title: string;
  /** Rich text; whatever stands in it of people's words must be escaped (`plainAsHtml`). */
  content: string;
  level?: NoticeLevel;
  userIds: readonly string[];
  /** The department that it is about. */
  departmentId: string;
}

/** Words of people as rich text shows them: signs stay signs. */
export function plainAsHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Puts a notice into the inboxes of these people and tells them live, within the caller's transaction. Answers its id; null
 * when none of them is at work.
 */
export async function sendNotice(ctx: CommandContext, viewer: Viewer, message: Message): Promise<string | null> {
  if (message.userIds.length === 0) return null;
  const id = await notices.insert(ctx.tx, viewer, {
    title: [...message.title].slice(0, 50).join(''),
    type: 'notice',
    level: message.level ?? 'normal',
    content: cleanRichText(message.content).html,
    fileIds: [],
    audienceKind: 'user',
    automatic: true,
    audienceIds: [...message.userIds],
    status: 'waiting',
    publisherId: viewer.userId,
    departmentId: message.departmentId,
  });
  return (await release(ctx, viewer, id)) > 0 ? id : null;
}
