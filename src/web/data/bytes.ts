/** Converts hex text to bytes. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns bytes as text; unprintable ones become dots. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes).replace(/[^\P{C}\n\t]/gu, '·');
  } catch {
    return [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
  }
}

/** Returns bytes as pairs of hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
