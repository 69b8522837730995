import { createRequire } from 'node:module';
import { isSafeLink, pictureId, richTags } from '#shared/richText.ts';

/** Loaded with the first text that is cleaned: 16 MB that a node may never need. */
const load = createRequire(import.meta.url);

function sanitizer(): typeof import('sanitize-html') {
  return load('sanitize-html') as typeof import('sanitize-html');
}

export interface CleanText {
  html: string;
  /** What was taken out, each once, in words for the author; empty when nothing was. */
  removed: string[];
  /** The words alone. */
  text: string;
  /** The kept files that stand in it as pictures. */
  pictures: string[];
}

const allowed = new Set<string>(richTags);
/** Written differently, meant the same: not a loss that the author needs to be told of. */
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
 * A rich text as it may be stored and shown: only the tags of `richTags`, no attribute but the address of a link and of a
 * picture, no address but http, https, mail and phone, no picture but a kept file, and none unless `pictures` is said. What has been cleaned once loses nothing more.
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

/** A name that may be repeated to the author. */
function plain(name: string): string {
  return named.test(name) ? name : '无法识别的';
}

function attributesOf(tag: string, attributes: Record<string, string>, lose: Lose): Record<string, string> {
  for (const attribute of Object.keys(attributes))
    if (tag !== 'a' || !ours.has(attribute)) lose(`${plain(attribute)} 属性`);
  return tag === 'a' ? linkOf(attributes.href ?? '', lose) : {};
}

/** The attributes of a link, which opens outside and tells nothing of where it was; none for an address that is not safe. */
function linkOf(address: string, lose: Lose): Record<string, string> {
  const href = address.trim();
  if (isSafeLink(href)) return { href, target: '_blank', rel: 'noopener noreferrer' };
  if (href) lose('不安全的链接');
  return {};
}

/**
 * The attributes of a picture: a kept file, which is noted in `pictures`, and its words; none for any other, which is taken
 * out whole. Without `pictures` the text has none.
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
