/** The CSV files that spreadsheets write: UTF-8 with BOM and without, GBK (GB 18030), UTF-16 with BOM. */
const encodings = ['utf-8', 'gb18030'] as const;

const isZip = (content: Uint8Array) => content[0] === 0x50 && content[1] === 0x4b;

function decoded(content: Uint8Array, encoding: string, complete: boolean): string | null {
  try {
    // Of a piece the last character may be cut.
    return new TextDecoder(encoding, { fatal: true }).decode(content, { stream: !complete });
  } catch {
    return null;
  }
}

/** The text of a CSV file without its BOM; null for a workbook and for whatever is no text. `whole` false: it is the beginning of one. */
export function csvText(content: Uint8Array, complete = true): string | null {
  if (isZip(content)) return null;
  if (content[0] === 0xff && content[1] === 0xfe) return decoded(content, 'utf-16le', complete);
  // Pictures, older workbooks and the like are full of it.
  if (content.includes(0)) return null;
  for (const encoding of encodings) {
    const text = decoded(content, encoding, complete);
    if (text !== null) return text;
  }
  return null;
}
