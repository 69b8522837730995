import { createRequire } from 'node:module';
import { isSafeLink, richTags } from '#shared/richText.ts';

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
const mostNamed = 20;

/**
 * A rich text as it may be stored and shown: only the tags of `richTags`, no attribute but the address of a link, no
 * address but http, https, mail and phone. What has been cleaned once loses nothing more.
 */
export function cleanRichText(dirty: string): CleanText {
  const removed = new Set<string>();
  const lose: Lose = (words) => {
    if (removed.size < mostNamed) removed.add(words);
  };
  const html = sanitizer()(dirty, {
    allowedTags: [...richTags],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
    transformTags: {
      '*': (name, attributes) => {
        const tagName = sameAs.get(name) ?? name;
        if (!allowed.has(tagName)) lose(`<${plain(name)}> 标签`);
        for (const attribute of Object.keys(attributes))
          if (tagName !== 'a' || !ours.has(attribute)) lose(`${plain(attribute)} 属性`);
        return { tagName, attribs: tagName === 'a' ? linkOf(attributes.href ?? '', lose) : {} };
      },
    },
  });
  return { html, removed: [...removed], text: textOf(html) };
}

type Lose = (words: string) => void;

/** A name that may be repeated to the author. */
function plain(name: string): string {
  return named.test(name) ? name : '无法识别的';
}

/** The attributes of a link, which opens outside and tells nothing of where it was; none for an address that is not safe. */
function linkOf(address: string, lose: Lose): Record<string, string> {
  const href = address.trim();
  if (isSafeLink(href)) return { href, target: '_blank', rel: 'noopener noreferrer' };
  if (href) lose('不安全的链接');
  return {};
}

function textOf(html: string): string {
  return sanitizer()(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s|&nbsp;/g, '');
}
