import type { homeApi } from '#features/home/contract.ts';
import { lastClaimed } from '#features/warnList/server/service.ts';
import { log } from '#server/core/log.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { sharedFor } from '#server/feature/sharedFor.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { dueFollowUps, hoursOfTwoDays, ownWarns, queueHead, todayFigures } from './todayFigures.ts';
import { watchedCustomers } from './watch.ts';
import { openWork } from './work.ts';

type Home = OutputOf<typeof homeApi.getHome>;

const followUps = 5;
/** Time within which viewers of one scope get the same figures, ms. */
const sharedMs = 2000;

async function queueOf(viewer: Viewer): Promise<Home['queue']> {
  const [head, last] = await Promise.all([queueHead(viewer), lastClaimed(viewer)]);
  return { ...head, last: last ?? null };
}

async function todayOf(viewer: Viewer): Promise<Home['today']> {
  const [figures, hours] = await Promise.all([todayFigures(viewer), hoursOfTwoDays(viewer)]);
  const finished = figures.done + figures.false;
  const falseRate = finished > 0 ? Math.round((figures.false / finished) * 1000) / 10 : null;
  return { ...figures, ...hours, falseRate };
}

async function watchOf(viewer: Viewer): Promise<Home['watch']> {
  return hasPermission(viewer, 'warn:claim') ? { rows: await watchedCustomers(viewer) } : null;
}

/** Returns what `load` returns; null if it fails: the other cards go on. */
async function part<T>(card: string, load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    log.error({ err: error, card }, 'a card of the home page failed');
    return null;
  }
}

/** Returns the figures of the home page; those of a scope are computed once in two seconds, the viewer's own each time. */
export async function getHome(viewer: Viewer): Promise<Home> {
  const ages: number[] = [];
  const shared = <T>(card: string, load: (viewer: Viewer) => Promise<T>) =>
    part(card, async () => {
      const { value, age } = await sharedFor(viewer, `home.${card}`, sharedMs, () => load(viewer));
      ages.push(age);
      return value;
    });
  const [queue, today, followUp, work, watch, mine] = await Promise.all([
    shared('queue', queueOf),
    shared('today', todayOf),
    shared('followUp', (who) => dueFollowUps(who, followUps)),
    shared('work', openWork),
    shared('watch', watchOf),
    part('mine', () => ownWarns(viewer)),
  ]);
  return { age: Math.max(0, ...ages), queue, today, followUp, work, watch, mine };
}
