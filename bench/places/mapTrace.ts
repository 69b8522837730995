import type { Browser, Page } from 'playwright-core';

/** What the main thread of a page did during some action. */
export interface FrameTimes {
  /** Frames that the page drew. */
  frames: number;
  /** Script of each frame, ms. */
  script: number[];
  longestTask: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

const scriptEvents = new Set([
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'v8.evaluateModule',
  'MinorGC',
  'MajorGC',
]);
const frameEvent = 'FireAnimationFrame';

/** Traces the page while `act` runs. */
export async function frameTimes(browser: Browser, page: Page, act: () => Promise<void>): Promise<FrameTimes> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', '__metadata'] });
  await act();
  const bytes = await browser.stopTracing();
  const { traceEvents } = JSON.parse(bytes.toString()) as { traceEvents: TraceEvent[] };
  return timesOf(traceEvents);
}

function timesOf(events: readonly TraceEvent[]): FrameTimes {
  const busiest = mainThread(events);
  const own = events
    .filter((event) => event.pid === busiest.pid && event.tid === busiest.tid)
    .sort((a, b) => a.ts - b.ts);
  const frames = own.filter(({ name }) => name === frameEvent).map(({ ts }) => ts);
  const starts = frames.filter((at, index) => index === 0 || at - (frames[index - 1] ?? 0) > 2000);
  const script = new Array<number>(starts.length).fill(0);
  let frame = -1;
  let covered = 0;
  for (const { name, ts, dur = 0 } of own) {
    while (ts >= (starts[frame + 1] ?? Number.POSITIVE_INFINITY)) frame += 1;
    if (!scriptEvents.has(name) || frame < 0) continue;
    // What lies in another event is counted there.
    const begin = Math.max(ts, covered);
    script[frame] = (script[frame] ?? 0) + Math.max(0, ts + dur - begin) / 1000;
    covered = Math.max(covered, ts + dur);
  }
  const tasks = own.filter(({ name }) => name.endsWith('RunTask')).map(({ dur = 0 }) => dur / 1000);
  return { frames: starts.length, script, longestTask: Math.max(0, ...tasks) };
}

/** Returns the thread with the most animation frames. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const counts = new Map<string, number>();
  for (const { name, pid, tid } of events)
    if (name === frameEvent) counts.set(`${pid}.${tid}`, (counts.get(`${pid}.${tid}`) ?? 0) + 1);
  const [thread = '0.0'] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const [pid = 0, tid = 0] = thread.split('.').map(Number);
  return { pid, tid };
}
