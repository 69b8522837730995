/** Signs that everybody sends, with the usual value and the width above it. The fifth is presence on a mat, or a cuff's. */
const usual = { heart_rate: [70, 3], breath_rate: [15, 3], spo2: [96, 3], temperature: [36.4, 1] } as const;
const onMat = { in_bed: [1, 1] } as const;
const withCuff = { systolic: [118, 6] } as const;

/** Heart rates of one in twenty, above the band all along, and of who falls ill: 30 above their usual one. */
export const high = { every: 20, rate: 99 };
const illRate = 106;

/** Number of the device of a person, as they are registered; every second one has a mat. */
export const numberOf = (index: number) => String(9_100_000_001 + index);
export const hasMat = (index: number) => index % 2 === 0;
export const isHigh = (index: number) => index % high.every === 1;

/** Returns what a person sends. */
export function signsOf(index: number, isIll: boolean): { kind: string; value: number }[] {
  const all = { ...usual, ...(hasMat(index) ? onMat : withCuff) };
  return Object.entries(all).map(([kind, [low, wide]]) => {
    const value = low + Math.floor(Math.random() * wide);
    if (kind !== 'heart_rate' || !(isIll || isHigh(index))) return { kind, value };
    return { kind, value: isIll ? illRate : high.rate };
  });
}

const rowsOf = (signs: Readonly<Record<string, readonly [number, number]>>, who: string) =>
  Object.entries(signs).map(([kind, [low, wide]]) => `('${kind}', ${low}, ${wide}, ${who})`);

/** The same as a table `s (metric, low, wide, parity)`; parity null: everybody. */
export const signRows = [...rowsOf(usual, 'null'), ...rowsOf(onMat, '0'), ...rowsOf(withCuff, '1')].join(', ');
