import { createElement, Fragment, type ReactNode } from 'react';
import { isSafeLink, pictureId, type RichTag, richTags } from '#shared/rule/richText.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import './rich.css';

const knownTags = new Set<string>(richTags);

/**
 * A rich text sanitized by the server. It is drawn element by element: unknown tags are reduced to their text.
 * @param address URL that serves its pictures to readers without a session
 */
export function RichText({ html, address }: { html: string; address?: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className="rich-text wrap-anywhere">{childrenOf(body, address)}</div>;
}

function childrenOf(node: Node, address: string | undefined): ReactNode[] {
  return [...node.childNodes].map((child, index) => drawn(child, index, address));
}

function drawn(node: Node, key: number, address: string | undefined): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (!knownTags.has(tag)) return <Fragment key={key}>{childrenOf(node, address)}</Fragment>;
  if (tag === 'img') return drawnPicture(node, key, address);
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  return createElement(tag as RichTag, { key, ...linkOf(node) }, ...childrenOf(node, address));
}

/** Draws a stored picture; the page fetches it, so that every reader of the text sees it. */
function drawnPicture(node: Element, key: number, address: string | undefined): ReactNode {
  const id = pictureId(node.getAttribute('src') ?? '');
  const alt = node.getAttribute('alt') ?? '';
  const absent = <span className="rich-absent">图片 {alt}</span>;
  return id && <FileImage key={key} id={id} alt={alt} empty={absent} address={address} />;
}

function linkOf(node: Element): object {
  const href = node.tagName === 'A' ? node.getAttribute('href') : null;
  return href && isSafeLink(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
}
