/** Tags allowed in rich text; the server removes all others, and the page draws nothing else. */
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
  'img',
] as const;
export type RichTag = (typeof richTags)[number];

const linkForm = /^(https?:\/\/|mailto:|tel:)[^\s<>"']+$/i;

/** Returns whether a link target is safe: http, https, mail or phone, in plain notation. */
export function isSafeLink(address: string): boolean {
  return linkForm.test(address);
}

const pictureForm = /^\/api\/file\/getFile\?id=([1-9][0-9]{0,17})$/;

/** Returns the URL of a stored file as it is used in a text. */
export function pictureAddress(fileId: string): string {
  return `/api/file/getFile?id=${fileId}`;
}

/** Returns the id of the stored file behind a picture's URL; null for every other URL. */
export function pictureId(address: string): string | null {
  return pictureForm.exec(address)?.[1] ?? null;
}
