/** Tags that a rich text may have; everything else is taken out by the server, and the page draws nothing else. */
export const richTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'a',
] as const;
export type RichTag = (typeof richTags)[number];

const linkForm = /^(https?:\/\/|mailto:|tel:)[^\s<>"']+$/i;

/** Whether an address may stand behind a link: http, https, mail or phone, written plainly. */
export function isSafeLink(address: string): boolean {
  return linkForm.test(address);
}
