import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from './storage.ts';

/** `night`: dark from 20:00 to 07:00 of the computer's clock. */
export type ThemeChoice = 'light' | 'dark' | 'system' | 'night';
export type Theme = 'light' | 'dark';

const key = 'theme';
/** Lifetime of the stored theme choice, seconds. */
const year = 365 * 86_400;
const listeners = new Set<() => void>();
const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

/**
 * Applies the stored choice and follows the system, the clock and the other tabs. Called once, before the first render.
 */
export function startTheme(): void {
  system?.addEventListener('change', apply);
  addEventListener('storage', (event) => event.key === key && apply());
  setInterval(apply, 60_000);
  apply();
}

/** Returns the user's choice; default: the system's. */
export function themeChoice(): ThemeChoice {
  return readLocal<ThemeChoice>(key) ?? 'system';
}

/** Stores and applies a choice, in this tab and in the others. */
export function chooseTheme(choice: ThemeChoice): void {
  writeLocal(key, choice, year);
  apply();
  for (const listener of listeners) listener();
}

/** Returns the theme for a choice at an hour of the day (0–23). */
export function themeFor(choice: ThemeChoice, systemDark: boolean, hour: number): Theme {
  if (choice === 'system') return systemDark ? 'dark' : 'light';
  if (choice === 'night') return hour >= 20 || hour < 7 ? 'dark' : 'light';
  return choice;
}

/** Returns the current theme; renders again when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current);
}

/** Returns the stored choice; renders again when it changes. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

function current(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function apply(): void {
  const theme = themeFor(themeChoice(), system?.matches ?? false, new Date().getHours());
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
