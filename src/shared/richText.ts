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
  'img',
] as const;
export type RichTag = (typeof richTags)[number];

const linkForm = /^(https?:\/\/|mailto:|tel:)[^\s<>"']+$/i;

/** Whether an address may stand behind a link: http, https, mail or phone, written plainly. */
export function isSafeLink(address: string): boolean {
  return linkForm.test(address);
}

const pictureForm = /^\/api\/file\/getFile\?id=([1-9][0-9]{0,17})$/;

/** The address of a kept file as it stands in a text. */
export function pictureAddress(fileId: string): string {
  return `/api/file/getFile?id=${fileId}`;
}

/** The kept file behind the address of a picture; null for every other address. */
export function pictureId(address: string): string | null {
  return pictureForm.exec(address)?.[1] ?? null;
}
