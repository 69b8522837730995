import pg from 'pg';
import { type Figure, ms } from './figures.ts';
import { mean } from './throughput.ts';

/** One press as the bench saw it; `performance.now()` of this process. */
export interface Passed {
  /** The alarm that it became. */
  id: string;
  sent: number;
  acknowledged: number;
  /** On a live stream. */
  event: number;
}

/** Where a press passed, in this order. */
const points = ['sent', 'read', 'batch begun', 'message written', 'acknowledged', 'event'] as const;

/** What a press took from each point to the next, ms. */
type Stages = number[];

/**
 * Which part of the way the slow presses are slow on: the mean of the middle fifth and of the slowest tenth, each part of
 * them and the whole. What passed in the server stands in its rows; all clocks are this machine's.
 */
export async function stagesOf(databaseUrl: string, when: string, passed: readonly Passed[]): Promise<Figure[]> {
  const presses = (await withRows(databaseUrl, passed)).toSorted((a, b) => sum(a) - sum(b));
  const share = (from: number, to: number) => presses.slice(from * presses.length, to * presses.length);
  const [middle, slowest] = [share(0.4, 0.6), share(0.9, 1)];
  const figure = (what: string, of: (press: Stages) => number): Figure => ({
    what: `${what}, ${when}: mean of the middle fifth; of the slowest tenth`,
    aim: '',
    value: `${ms(mean(middle.map(of)))}; ${ms(mean(slowest.map(of)))}`,
    met: null,
  });
  const parts = points.slice(1).map((to, at) => figure(`Press, ${points[at]} → ${to}`, (press) => press[at] ?? 0));
  return [...parts, figure('Press, the whole way', sum)];
}

const sum = (press: Stages): number => press.reduce((all, one) => all + one, 0);

/** `now()` of an alarm's row is when its transaction began; the bytes of the press have the same reception. */
async function withRows(databaseUrl: string, passed: readonly Passed[]): Promise<Stages[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const found = await client.query<{ id: string; inside: number[] }>(inside, [passed.map(({ id }) => id)]);
    const rows = new Map(found.rows.map((row) => [row.id, row.inside]));
    return passed.map(({ id, sent, acknowledged, event }) => {
      const here = (at: number) => performance.timeOrigin + at;
      const times = [here(sent), ...(rows.get(id) ?? []), here(acknowledged), here(event)];
      return points.slice(1).map((_, at) => (times[at + 1] ?? Number.NaN) - (times[at] ?? Number.NaN));
    });
  } finally {
    await client.end();
  }
}

const inside = `
  select w.id::text, array[extract(epoch from r.received_at) * 1000, extract(epoch from w.created_at) * 1000,
    extract(epoch from r.committed_at) * 1000]::float8[] as inside
  from warn w join raw_message r on r.device_id = w.equipment_id and r.received_at = w.received_at
  where w.id = any($1::bigint[])`;
