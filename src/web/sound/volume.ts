import { useSyncExternalStore } from 'react';
import { emitter } from '../live/emitter.ts';

const key = 'anhao.volume';
/** Minimum volume: an operator on duty can lower the sound but not switch it off (look.md 6). */
const lowest = 0.1;
const usual = 0.8;

const changes = emitter<void>();

/** Returns the volume of this seat, 0.1–1. */
export function volume(): number {
  const stored = Number(localStorage.getItem(key) ?? usual);
  return Number.isFinite(stored) ? Math.min(1, Math.max(lowest, stored)) : usual;
}

/** Stores the volume of this seat, for every tab and beyond a logout. */
export function setVolume(next: number): void {
  try {
    localStorage.setItem(key, String(next));
  } catch {
    // The storage is full or forbidden: the previous volume stays.
  }
  changes.emit();
}

export function useVolume(): number {
  return useSyncExternalStore(changes.on, volume);
}
