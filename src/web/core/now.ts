import { useSyncExternalStore } from 'react';

/** Offset of the server's clock to the local clock, ms. */
let ahead = 0;

/**
 * Returns the time within the current second by the server's clock, so that a wait in the tab title changes with the
 * page.
 */
export function nowInSeconds(): number {
  return Math.floor(now() / 1000);
}

/** Returns milliseconds since 1970 by the server's clock, as far as it is known. */
export function now(): number {
  return Date.now() + ahead;
}

/**
 * Corrects the clock by the server's time.
 * @param precision possible error of that time, ms; smaller differences are ignored, so that waits do not jump
 */
export function recordServerTime(serverMs: number, precision: number): void {
  if (!Number.isFinite(serverMs)) return;
  const difference = serverMs - Date.now();
  if (Math.abs(difference - ahead) > precision) ahead = difference;
}

interface Ticker {
  listeners: Set<() => void>;
  timer?: ReturnType<typeof setTimeout>;
}
const tickers = new Map<number, Ticker>();

/**
 * Returns the time, rounded down to a multiple of `stepMs`; renders again at each step. All users of a step share one
 * timer, so all running waits of the page change together.
 */
export function useNow(stepMs: number): number {
  const rounded = () => Math.floor(now() / stepMs) * stepMs;
  return useSyncExternalStore((listener) => subscribe(stepMs, listener), rounded, rounded);
}

function subscribe(step: number, listener: () => void): () => void {
  const ticker = tickers.get(step) ?? { listeners: new Set() };
  tickers.set(step, ticker);
  ticker.listeners.add(listener);
  if (ticker.timer === undefined) schedule(step, ticker);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    clearTimeout(ticker.timer);
    ticker.timer = undefined;
  };
}

function schedule(step: number, ticker: Ticker): void {
  ticker.timer = setTimeout(
    () => {
      schedule(step, ticker);
      for (const listener of ticker.listeners) listener();
    },
    step - (now() % step) + 1,
  );
}
