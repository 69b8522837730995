import sax, { type SAXOptions } from 'sax';

/** Elements of a request by name in lower case, without blanks around their texts; `lge` has elements of its own. */
export type Fields = Record<string, string | Record<string, string>>;

export interface ScaipXml {
  /** Names of the elements around the fields, as they were sent. */
  wrapper: readonly string[];
  fields: Fields;
}

/** Names of the elements that may stand around the fields; one maker calls them otherwise. */
const roots = ['mrq', 'scaip'];
/** Elements that have elements of their own. */
const groups = ['lge'];
/** Maximum nesting depth, and elements of a request. */
const maxDepth = 8;
const maxFields = 200;

const options: SAXOptions & { strictEntities: true } = { strictEntities: true };

/** Returns the name of an element without its namespace, in lower case. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** Takes the elements of a document as they come. */
class Reader {
  readonly wrapper: string[] = [];
  readonly fields: Fields = Object.create(null) as Fields;
  isWrong = false;
  #open: string[] = [];
  #texts: string[] = [];
  #count = 0;

  opened(name: string): void {
    const local = localName(name);
    const isWrapper = this.#open.length === this.wrapper.length && roots.includes(local) && this.#count === 0;
    if (isWrapper) this.wrapper.push(local);
    else if (this.wrapper.length === 0 || ++this.#count > maxFields) this.isWrong = true;
    this.#open.push(local);
    this.#texts.push('');
    if (this.#open.length > maxDepth) this.isWrong = true;
  }

  text(text: string): void {
    const last = this.#texts.length - 1;
    if (last >= 0) this.#texts[last] += text;
  }

  closed(): void {
    const name = this.#open.pop() ?? '';
    const text = (this.#texts.pop() ?? '').trim();
    const parents = this.#open.slice(this.wrapper.length);
    if (this.#open.length < this.wrapper.length) return;
    const [parent] = parents;
    if (parent === undefined && !groups.includes(name)) this.#set(this.fields, name, text);
    else if (parents.length === 1 && parent !== undefined && groups.includes(parent))
      this.#set(this.#group(parent), name, text);
  }

  #group(name: string): Record<string, string> {
    const group = this.fields[name];
    if (typeof group === 'object') return group;
    const created = Object.create(null) as Record<string, string>;
    this.fields[name] = created;
    return created;
  }

  /** The first element of a name counts. */
  #set(into: Fields, name: string, text: string): void {
    if (text !== '' && !(name in into)) into[name] = text;
  }
}

/**
 * Reads a request of a social alarm unit: strict XML with the five predefined entities alone. Null if it is none, or has
 * a DOCTYPE.
 */
export function parseScaip(bytes: Buffer): ScaipXml | null {
  const reader = new Reader();
  const refuse = () => {
    reader.isWrong = true;
  };
  const xml = sax.parser(true, options);
  xml.onerror = refuse;
  xml.ondoctype = refuse;
  xml.onopentag = ({ name }) => reader.opened(name);
  xml.onclosetag = () => reader.closed();
  xml.ontext = (text) => reader.text(text);
  xml.oncdata = xml.ontext;
  try {
    xml.write(bytes.toString('utf8')).close();
  } catch {
    return null;
  }
  return reader.isWrong || reader.wrapper.length === 0 ? null : { wrapper: reader.wrapper, fields: reader.fields };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns an element with a text. */
export function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '');
}
