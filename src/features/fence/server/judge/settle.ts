import { askable, askPosition, wakeSenders } from '#features/equipmentCommand/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { system } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { attempt } from './attempt.ts';
import { type Crossing, type Followed, follow, type Pair, type StoredFix } from './follow.ts';
import { lockPeople, pairsOf } from './read.ts';
import { comeBack, ring } from './ring.ts';
import { alarmTypes, badPairs, eventOf, isBad, noteOf, outSince } from './rules.ts';
import { type NewEvent, writeEvents, writeStates } from './write.ts';

/** People whose fences are read at once, and whose standings are written in one transaction. */
const batchSize = 100;

type FixesOf = ReadonlyMap<string, readonly StoredFix[]>;

/** Judges people by new fixes of theirs and writes what changed. @returns those whose judgement failed */
export async function judgePeople(fixes: FixesOf): Promise<Set<string>> {
  const failed = new Set<string>();
  const due = await changedPeople(fixes);
  for (let start = 0; start < due.length; start += batchSize) {
    const batch = due.slice(start, start + batchSize);
    if (await tryBatch(batch, fixes)) continue;
    for (const id of batch) if (!(await tryBatch([id], fixes))) failed.add(id);
  }
  return failed;
}

/** Returns the people whose fixes change something; a press waits for no more than one batch of fences. */
async function changedPeople(fixes: FixesOf): Promise<string[]> {
  const people = [...fixes.keys()];
  const changed = new Set<string>();
  const pause = cooperativePause();
  for (let start = 0; start < people.length; start += batchSize) {
    // Behind ingest and presses, which `direct` would be beside.
    const pairs = await onPool('web', () => pairsOf(db, people.slice(start, start + batchSize)));
    for (const pair of pairs) {
      if (follow(pair, fixes.get(pair.customerId) ?? []).changed) changed.add(pair.customerId);
      await pause();
    }
  }
  return [...changed];
}

async function tryBatch(people: readonly string[], fixes: FixesOf): Promise<boolean> {
  return attempt(async () => {
    const hasAsked = await command(system('fence'), (ctx) => settle(ctx, people, fixes));
    if (hasAsked) wakeSenders();
  });
}

/** Judges again with the people locked: consent, fences and standings are those of this moment. */
async function settle(ctx: CommandContext, people: readonly string[], fixes: FixesOf): Promise<boolean> {
  await lockPeople(ctx.tx, people);
  const byPerson = Map.groupBy(await pairsOf(ctx.tx, people), ({ customerId }) => customerId);
  let hasAsked = false;
  for (const [customerId, pairs] of byPerson) {
    const followed = pairs.map((pair) => follow(pair, fixes.get(customerId) ?? []));
    await writeStates(
      ctx.tx,
      followed.filter(({ changed }) => changed).map(({ pair }) => pair),
    );
    await writeEvents(ctx.tx, await eventsOf(ctx, pairs, followed));
    hasAsked = (await askForFix(ctx, followed)) || hasAsked;
  }
  return hasAsked;
}

/** Raises and ends the alarms of one person in the order of what happened. */
async function eventsOf(ctx: CommandContext, before: readonly Pair[], followed: readonly Followed[]) {
  const sides = new Map(before.map((pair) => [pair.fenceId, pair]));
  const steps = followed
    .flatMap(({ pair, crossings }) => crossings.map((crossing) => ({ pair, crossing })))
    .sort((a, b) => a.crossing.fix.at - b.crossing.fix.at);
  const events: NewEvent[] = [];
  for (const { pair, crossing } of steps) {
    const warnId = await cross(ctx, pair, crossing, [...sides.values()]);
    sides.set(pair.fenceId, { ...pair, side: crossing.to });
    const kind = eventOf(pair.kind, crossing);
    if (kind) events.push({ kind, pair, fix: crossing.fix, warnId });
  }
  return events;
}

async function cross(ctx: CommandContext, pair: Pair, { to, fix }: Crossing, sides: readonly Pair[]) {
  const type = alarmTypes[pair.kind];
  const others = badPairs(sides, type).filter(({ fenceId }) => fenceId !== pair.fenceId);
  if (isBad(pair.kind, to)) {
    if (pair.onSince === null) return null;
    return ring(ctx, pair, fix, { note: noteOf(pair), outSince: outSince([...others, { ...pair, since: fix.at }]) });
  }
  if (others.length === 0 && (pair.kind !== 'stay' || to === 'outside')) await comeBack(ctx, pair.customerId, type);
  return null;
}

/** Asks the device of a fix that may be the first one out for another. */
async function askForFix({ tx }: CommandContext, followed: readonly Followed[]): Promise<boolean> {
  const doubted = followed.find(({ pair, doubt }) => doubt && pair.onSince !== null && !isBad(pair.kind, pair.side));
  if (!doubted?.doubt) return false;
  const device = { customerId: null, equipmentId: doubted.doubt.deviceId };
  if ((await askable(tx, device, 'locate')).length === 0) return false;
  return askPosition(tx, device, system().userId);
}
