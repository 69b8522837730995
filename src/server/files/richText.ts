import { createRequire } from 'node:module';
import { isSafeLink, pictureId, richTags } from '#shared/rule/richText.ts';

/** Requires sanitize-html (16 MB) with the first text: a node may never need it. */
const load = createRequire(import.meta.url);

function sanitizer(): typeof import('sanitize-html') {
  return load('sanitize-html') as typeof import('sanitize-html');
}

export interface CleanText {
  html: string;
  /** Removed parts, each once, as labels for the author; empty if none. */
  removed: string[];
  /** Text without tags. */
  text: string;
  /** Ids of the stored files used as pictures. */
  pictures: string[];
}

const allowed = new Set<string>(richTags);
/** Equivalent tags: replacing one is no loss to report to the author. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['h1', 'h2'],
  ['h4', 'h3'],
  ['div', 'p'],
  ['del', 's'],
  ['strike', 's'],
]);
const ours = new Set(['href', 'target', 'rel']);
const named = /^[a-z][a-z0-9:-]{0,30}$/;
const maxNamed = 20;

/**
 * Sanitizes rich text for storage and display: only tags of `richTags`, only the addresses of links (http, https, mail,
 * phone) and of pictures (stored files, only if `pictures` is allowed). Idempotent.
 */
export function cleanRichText(dirty: string, allow: { pictures?: boolean } = {}): CleanText {
  const removed = new Set<string>();
  const lose: Lose = (label) => {
    if (removed.size < maxNamed) removed.add(label);
  };
  const pictures = new Set<string>();
  const html = sanitizer()(dirty, {
    allowedTags: [...richTags],
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    transformTags: {
      '*': (name, attributes) => {
        const tagName = sameAs.get(name) ?? name;
        if (!allowed.has(tagName)) lose(`<${plain(name)}> 标签`);
        if (tagName === 'img')
          return { tagName, attribs: pictureOf(attributes, allow.pictures ? pictures : null, lose) };
        return { tagName, attribs: attributesOf(tagName, attributes, lose) };
      },
    },
  });
  return { html, removed: [...removed], text: textOf(html), pictures: [...pictures] };
}

type Lose = (label: string) => void;

/** Returns a name that is safe to show to the author. */
function plain(name: string): string {
  return named.test(name) ? name : '无法识别的';
}

function attributesOf(tag: string, attributes: Record<string, string>, lose: Lose): Record<string, string> {
  for (const attribute of Object.keys(attributes))
    if (tag !== 'a' || !ours.has(attribute)) lose(`${plain(attribute)} 属性`);
  return tag === 'a' ? linkOf(attributes.href ?? '', lose) : {};
}

/** Returns the attributes of a link, which opens in a new tab without a referrer; none for an unsafe URL. */
function linkOf(address: string, lose: Lose): Record<string, string> {
  const href = address.trim();
  if (isSafeLink(href)) return { href, target: '_blank', rel: 'noopener noreferrer' };
  if (href) lose('不安全的链接');
  return {};
}

/**
 * Returns the attributes of a picture of a stored file and adds its id to `pictures`; none for others, which removes
 * the picture. `pictures` null: no picture is allowed.
 */
function pictureOf(
  attributes: Record<string, string>,
  pictures: Set<string> | null,
  lose: Lose,
): Record<string, string> {
  const { src = '', alt = '', ...rest } = attributes;
  const id = pictures && pictureId(src);
  for (const attribute of Object.keys(rest)) lose(`${plain(attribute)} 属性`);
  if (id) {
    pictures.add(id);
    return { src, alt: alt.slice(0, 100) };
  }
  lose(pictures ? '外部图片' : '<img> 标签');
  return {};
}

function textOf(html: string): string {
  return sanitizer()(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s|&nbsp;/g, '');
}
