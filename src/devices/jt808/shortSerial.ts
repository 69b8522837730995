// Messages of JT/T 808 dialects whose serial has one byte.

export const shortIds = { placed: 0x5501, stored: 0x5502, answer: 0x4401 };

const all: readonly number[] = Object.values(shortIds);

/** Whether a message has a serial of one byte. */
export const hasShortSerial = (id: number): boolean => all.includes(id);

/** The answer to one of them, which repeats no serial. */
export function shortAnswer(id: number): { id: number; body: Buffer } {
  return { id: shortIds.answer, body: Buffer.from([id >> 8, id & 0xff, 0]) };
}
