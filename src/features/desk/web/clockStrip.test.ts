import { describe, expect, it } from 'vitest';
import { clockCells } from './clockStrip.ts';

const limits = { claim: 60, call: 30, family: 180, arrival: 1200, progress: 600 };
const receivedAt = '2026-11-20T01:37:22.000Z';
const none = { claimed: null, called: null, familyTold: null, dispatched: null, arrived: null, closed: null };

function cells(
  clock: Partial<typeof none | Record<keyof typeof none, number>>,
  seconds: number,
  status: 'pending' | 'handling' | 'done' = 'handling',
) {
  return clockCells(
    { clock: { ...none, ...clock }, limits, receivedAt, status },
    Date.parse(receivedAt) + seconds * 1000,
  );
}

describe('the clock strip', () => {
  it('runs 响应 and 告知家属 from the reception while nobody has taken the alarm', () => {
    const [claim, call, family, dispatch, arrival] = cells({}, 41, 'pending');
    expect(claim).toMatchObject({ state: 'running', value: '41', limit: '60 秒' });
    expect(call).toMatchObject({ state: 'idle', value: '—', limit: '30 秒' });
    expect(family).toMatchObject({ state: 'running', value: '0:41', limit: '3 分' });
    expect(dispatch).toMatchObject({ state: 'idle', value: '—', limit: null });
    expect(arrival).toMatchObject({ state: 'idle', value: '—', limit: '20 分' });
  });

  it('counts 首呼 from 接警 and 到场 from 派单', () => {
    const clock = { claimed: 14_000, called: 31_000, familyTold: 160_000, dispatched: 185_000 };
    const values = cells(clock, 276).map((cell) => [cell.state, cell.value]);
    expect(values).toEqual([
      ['reached', '14'],
      ['reached', '17'],
      ['reached', '2:40'],
      ['reached', '3:05'],
      ['running', '1:31'],
    ]);
  });

  it('tells late from over and in time', () => {
    expect(cells({}, 61, 'pending')[0]).toMatchObject({ state: 'over', value: '61' });
    expect(cells({ claimed: 61_000 }, 70)[0]).toMatchObject({ state: 'late', value: '61' });
    expect(cells({ claimed: 60_000 }, 70)[0]).toMatchObject({ state: 'reached', value: '60' });
  });

  it('does not run on a finished alarm, nor below zero when the clocks differ', () => {
    expect(cells({ claimed: 14_000 }, 900, 'done')[2]).toMatchObject({ state: 'idle', value: '—' });
    expect(cells({}, -5, 'pending')[0]).toMatchObject({ state: 'running', value: '0' });
  });
});
