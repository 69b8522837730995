// Messages of JT/T 808 dialects with a one-byte serial.

export const shortIds = { placed: 0x5501, stored: 0x5502, answer: 0x4401 };

const all: readonly number[] = Object.values(shortIds);

/** Whether the message has a one-byte serial. */
export const hasShortSerial = (id: number): boolean => all.includes(id);

/** Returns the answer to such a message; it repeats no serial. */
export function shortAnswer(id: number): { id: number; body: Buffer } {
  return { id: shortIds.answer, body: Buffer.from([id >> 8, id & 0xff, 0]) };
}
