/** Encodings of CSV files from spreadsheets: UTF-8 with or without BOM, GBK (GB 18030); UTF-16 by its BOM. */
const encodings = ['utf-8', 'gb18030'] as const;

const isZip = (content: Uint8Array) => content[0] === 0x50 && content[1] === 0x4b;

function decoded(content: Uint8Array, encoding: string, complete: boolean): string | null {
  try {
    // An incomplete file may end within a character.
    return new TextDecoder(encoding, { fatal: true }).decode(content, { stream: !complete });
  } catch {
    return null;
  }
}

/**
 * Returns the text of a CSV file without its BOM; null for a workbook or other binary file. `complete` false: only the
 * start of a file.
 */
export function csvText(content: Uint8Array, complete = true): string | null {
  if (isZip(content)) return null;
  if (content[0] === 0xff && content[1] === 0xfe) return decoded(content, 'utf-16le', complete);
  // Binary files, such as pictures and old workbooks, contain NUL bytes.
  if (content.includes(0)) return null;
  for (const encoding of encodings) {
    const text = decoded(content, encoding, complete);
    if (text !== null) return text;
  }
  return null;
}
