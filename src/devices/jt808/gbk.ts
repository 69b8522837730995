let table: Map<string, number> | undefined;

/** Returns the two-byte characters by the decoder's table. */
function doubles(): Map<string, number> {
  const decoder = new TextDecoder('gbk');
  const byText = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const text = low === 0x7f ? '' : decoder.decode(new Uint8Array([high, low]));
      if (text.length === 1 && text !== '\uFFFD' && !byText.has(text)) byText.set(text, high * 256 + low);
    }
  return byText;
}

/** Encodes text in GBK; unsupported characters become question marks. */
export function encodeGbk(text: string): Buffer {
  table ??= doubles();
  const codes = table;
  return Buffer.from(
    [...text].flatMap((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (code < 0x80) return [code];
      const double = codes.get(sign);
      return double === undefined ? [0x3f] : [double >> 8, double & 0xff];
    }),
  );
}
