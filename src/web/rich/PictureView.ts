import type { Node } from 'prosemirror-model';
import { pictureId } from '#shared/rule/richText.ts';
import { fileUrl } from '#web/file/file.ts';

/** A picture in the editor: its file is fetched with the session. */
export class PictureView {
  dom: HTMLImageElement;
  #control = new AbortController();
  #held: string | undefined;

  constructor(node: Node) {
    this.dom = document.createElement('img');
    this.dom.alt = String(node.attrs.alt) || '图片';
    const id = pictureId(String(node.attrs.src));
    if (id) void this.#load(id).catch(() => undefined);
  }

  async #load(id: string): Promise<void> {
    const url = await fileUrl(id, this.#control.signal);
    if (this.#control.signal.aborted) return URL.revokeObjectURL(url);
    this.#held = url;
    this.dom.src = url;
  }

  destroy(): void {
    this.#control.abort();
    if (this.#held) URL.revokeObjectURL(this.#held);
  }
}
