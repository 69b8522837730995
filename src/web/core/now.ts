import { useSyncExternalStore } from 'react';

/** What the server's clock is ahead of the seat's, in ms. */
let ahead = 0;

/** The second that runs, by the same clock: what is told of a wait outside the page (title) turns over with what stands on it. */
export function nowInSeconds(): number {
  return Math.floor(now() / 1000);
}

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export function now(): number {
  return Date.now() + ahead;
}

/**
 * Corrects the clock by an instant that the server has just told.
 * @param precision what the told instant may be off, in ms; a smaller difference is left alone, so that waits don't jump
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
 * The time, rounded down to a multiple of `stepMs`; renders again at each step. All users of one step share one timer,
 * so every running wait on the page turns over together.
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
