import { DOMParser, DOMSerializer, type Node, Schema } from 'prosemirror-model';
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list';
import { isSafeLink, pictureId } from '#shared/rule/richText.ts';

/** Schema of the editor: exactly the tags that the server allows, so that typed or pasted content is not lost. */
export const richSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      attrs: { level: { default: 2 } },
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 3 } },
        { tag: 'h4', attrs: { level: 3 } },
      ],
      toDOM: (node) => [node.attrs.level === 3 ? 'h3' : 'h2', 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    picture: {
      attrs: { src: {}, alt: { default: '' } },
      group: 'block',
      draggable: true,
      parseDOM: [
        {
          tag: 'img[src]',
          getAttrs: (dom) => {
            const src = dom.getAttribute('src') ?? '';
            return pictureId(src) ? { src, alt: dom.getAttribute('alt') ?? '' } : false;
          },
        },
      ],
      toDOM: (node) => ['img', { src: String(node.attrs.src), alt: String(node.attrs.alt) }],
    },
    bullet_list: { ...bulletList, content: 'list_item+', group: 'block' },
    ordered_list: { ...orderedList, content: 'list_item+', group: 'block', toDOM: () => ['ol', 0] },
    list_item: { ...listItem, content: 'paragraph block*' },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (dom) => {
            const href = dom.getAttribute('href') ?? '';
            return isSafeLink(href) ? { href } : false;
          },
        },
      ],
      toDOM: (mark) => ['a', { href: String(mark.attrs.href) }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    u: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    s: { parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }], toDOM: () => ['s', 0] },
  },
});

/** Parses HTML into a document; unknown tags are left out. */
export function readHtml(html: string): Node {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  return DOMParser.fromSchema(richSchema).parse(body);
}

function hasPicture(doc: Node): boolean {
  let hasImage = false;
  doc.descendants((node) => {
    hasImage ||= node.type === richSchema.nodes.picture;
    return !hasImage;
  });
  return hasImage;
}

/** Serializes the document as HTML, '' if empty. */
export function writeHtml(doc: Node): string {
  if (doc.textContent.trim() === '' && !hasPicture(doc)) return '';
  // An inert document, because a picture's URL needs a session to be fetched.
  const inert = document.implementation.createHTMLDocument('');
  const holder = inert.createElement('div');
  holder.append(DOMSerializer.fromSchema(richSchema).serializeFragment(doc.content, { document: inert }));
  return holder.innerHTML;
}
