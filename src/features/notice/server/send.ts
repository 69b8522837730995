import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { cleanRichText } from '#server/files/richText.ts';
import type { NoticeLevel } from '../contract.ts';
import { release } from './publish.ts';
import { notices } from './write.ts';

/** A notice sent by the product itself to given users: in their inboxes, not in the list of notices. */
export interface Message {
  /** At most 50 characters. */
  title: string;
  /** Rich text; user input in it must be escaped (`plainAsHtml`). */
  content: string;
  level?: NoticeLevel;
  userIds: readonly string[];
  /** Department of the matter. */
  departmentId: string;
}

/** Escapes user input for rich text. */
export function plainAsHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Sends a notice to the inboxes of these users and emits events, in the caller's transaction. Returns its id; null when
 * none of them is enabled.
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
