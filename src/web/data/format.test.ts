import { describe, expect, it } from 'vitest';
import { ago, duration, fullTime, listTime, maskPhone, waiting } from './format.ts';

const now = Date.parse('2026-11-20T04:00:00.000Z');

describe('times', () => {
  it('are told in Shanghai', () => {
    expect(fullTime('2026-11-20T01:41:58.000Z')).toBe('2026-11-20 09:41:58');
  });

  it('in a list are as short as they can be', () => {
    expect(listTime('2026-11-20T01:41:58.000Z', now)).toBe('09:41:58');
    expect(listTime('2026-11-19T13:18:00.000Z', now)).toBe('昨天 21:18');
    expect(listTime('2026-11-18T00:02:00.000Z', now)).toBe('11-18 08:02');
    expect(listTime('2025-12-31T04:00:00.000Z', now)).toBe('2025-12-31');
  });

  it('of another zone are told by its clocks and days, and say which', () => {
    const zone = 'America/New_York';
    expect(fullTime('2026-11-20T01:41:58.000Z', zone)).toBe('2026-11-19 20:41:58 UTC-5');
    expect(listTime('2026-11-20T01:41:58.000Z', now, zone)).toBe('20:41:58 UTC-5');
    expect(listTime('2026-11-18T00:02:00.000Z', now, 'Asia/Urumqi')).toBe('11-18 06:02 UTC+6');
  });

  it('that are missing or broken are 「—」', () => {
    expect(listTime(null)).toBe('—');
    expect(fullTime('yesterday')).toBe('—');
  });
});

describe('spans', () => {
  it('of waiting are mm:ss, from one hour h:mm:ss, never below zero', () => {
    expect(waiting(41_900)).toBe('00:41');
    expect(waiting(276_000)).toBe('04:36');
    expect(waiting(3_730_000)).toBe('1:02:10');
    expect(waiting(-5000)).toBe('00:00');
  });

  it('in words have two units at most', () => {
    expect(duration(45)).toBe('45 秒');
    expect(duration(200)).toBe('3 分 20 秒');
    expect(duration(3600)).toBe('1 小时');
    expect(duration(183_600)).toBe('2 天 3 小时');
    expect(duration(0)).toBe('0 秒');
    expect(duration(null)).toBe('—');
  });

  it('beside a live thing are relative', () => {
    expect(ago(1000)).toBe('刚刚');
    expect(ago(12_000)).toBe('12 秒前');
    expect(ago(200_000)).toBe('3 分钟前');
  });
});

describe('a masked phone', () => {
  it('keeps the first three and the last four, of a fixed line the area code', () => {
    expect(maskPhone('13812345678')).toBe('138****5678');
    expect(maskPhone('0570-5553317')).toBe('0570-****3317');
    expect(maskPhone('057055503317')).toBe('0570-****3317');
  });

  it('stays when it is masked already or a service number', () => {
    expect(maskPhone('138****5678')).toBe('138****5678');
    expect(maskPhone('120')).toBe('120');
    expect(maskPhone(null)).toBe('—');
  });
});
