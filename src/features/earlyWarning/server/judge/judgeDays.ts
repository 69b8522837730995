import type { CommandContext } from '#server/feature/command.ts';
import type { Days } from '#shared/health/rule/nights.ts';
import { judgeSigns } from './judgeSigns.ts';
import { rulesInForce } from './people.ts';
import type { Sign } from './states.ts';

/** A person's sign by day, the newest last, with the device of the newest. */
export interface DaysOf extends Sign {
  days: Days;
  sourceId: string | null;
}

/** Judges the newest days of people by the rules of days. The people are locked. */
export async function judgeDays(ctx: CommandContext, signs: readonly DaysOf[]): Promise<void> {
  const rules = await rulesInForce(ctx.tx);
  const byDay = new Set(
    rules.filter(({ kind }) => kind === 'trend' || kind === 'baseline').map(({ metric }) => metric),
  );
  const judged = signs.filter(({ metric, days }) => byDay.has(metric) && days.length > 0);
  if (judged.length === 0) return;
  await judgeSigns(
    ctx,
    rules,
    judged.map(({ days, ...sign }) => ({ ...sign, occasion: { by: 'day', days } })),
  );
}
