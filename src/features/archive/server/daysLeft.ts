/** What the days left of a medicine follow from. */
interface Supply {
  amount: number | null;
  times: readonly string[] | null;
  quantity: number | null;
  state: string;
}

/** Returns the whole days for which the quantity lasts; null for a medicine that is not taken by the clock. */
export function daysLeft({ amount, times, quantity, state }: Supply): number | null {
  const perDay = (amount ?? 0) * (times?.length ?? 0);
  if (state !== 'active' || quantity === null || perDay <= 0) return null;
  return Math.floor(quantity / perDay);
}
