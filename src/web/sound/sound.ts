// sound: the sound of warns, in one tab.

import { useSyncExternalStore } from 'react';
import type { WarnLevel } from '#shared/codes.ts';
import { now } from '#web/core/now.ts';
import { muteUntil, reportAudio, soundOwner, soundOwnerChanges, ticks } from '../live/client.ts';
import { emitter } from '../live/emitter.ts';
import { type Output, openOutput } from './output.ts';
import { phrase, phrasesBetween, type Ring } from './schedule.ts';
import { volume } from './volume.ts';

/**
 * `ringing`: this tab sounds; `blocked`: no tab may sound until a click; `silent`: no warn waits, or another tab
 * sounds.
 */
export type SoundStatus = 'ringing' | 'silent' | 'blocked' | 'muted';

/** How far ahead notes are scheduled, ms: longer than the second between two ticks of a hidden tab. */
const ahead = 2500;
const muteFor = 60_000;

const changes = emitter<void>();
let output: Output | null = null;
let requestedRing: Omit<Ring, 'since'> | null = null;
/** Start of the pattern that sounds in this tab; null while it is silent. */
let since: number | null = null;
let scheduledTo = 0;
let status: SoundStatus = 'silent';

/** Opens the tab's audio; any click or key unblocks it. */
export function startSound(): void {
  if (output) return;
  output = openOutput(update);
  document.documentElement.dataset.sound = status;
  for (const gesture of ['pointerdown', 'pointerup', 'click', 'keydown', 'touchend']) {
    window.addEventListener(gesture, unlockSound, { capture: true, passive: true });
  }
  soundOwnerChanges.on(update);
  ticks.on(update);
  setInterval(update, 1000);
  update();
}

/** Sounds for the most urgent waiting warn or a lost connection, until it is called with null. */
export function ring(next: Omit<Ring, 'since'> | null): void {
  if (next?.level !== requestedRing?.level) silence();
  requestedRing = next;
  update();
}

/** Sounds a level once: level 3, a repeated press, the check of the volume. */
export function soundOnce(level: WarnLevel): void {
  if (!output?.running() || !soundOwner().isThisTab || isMuted()) return;
  output.play(phrase(level, Date.now() + 20), volume());
}

/** Plays the level-1 notes in this tab, whatever else sounds, so that the user can check the volume. */
export function playSample(): void {
  output?.unlock();
  output?.play(phrase(1, Date.now() + 20), volume());
}

/** Asks the browser to let this tab sound; works only inside a click or key press. */
export function unlockSound(): void {
  output?.unlock();
}

/** Mutes this seat (静音 60 秒); a new warn ends it. */
export function mute(): void {
  muteUntil(Date.now() + muteFor);
}

/** Ends the mute of the seat. */
export function unmute(): void {
  if (isMuted()) muteUntil(0);
}

/**
 * Returns the sound status of this seat, whether it may sound, and until when it is muted (ms of the clock of
 * `useNow`).
 */
export function useSound(): { status: SoundStatus; allowed: boolean; mutedUntil: number } {
  const current = useSyncExternalStore(changes.on, () => status);
  const owner = useSyncExternalStore(soundOwnerChanges.on, soundOwner);
  return { status: current, allowed: owner.audible, mutedUntil: owner.mutedUntil + now() - Date.now() };
}

function isMuted() {
  return soundOwner().mutedUntil > Date.now();
}

function judge(): SoundStatus {
  if (!requestedRing) return 'silent';
  if (isMuted()) return 'muted';
  if (soundOwner().isThisTab) return output?.running() ? 'ringing' : 'blocked';
  return soundOwner().audible ? 'silent' : 'blocked';
}

function silence() {
  since = null;
  output?.stop();
}

function update() {
  reportAudio(output?.running() ? 'running' : 'blocked');
  const next = judge();
  if (next === 'ringing') schedule();
  else if (since !== null) silence();
  if (next === status) return;
  status = next;
  document.documentElement.dataset.sound = status;
  changes.emit();
}

function schedule() {
  if (!requestedRing) return;
  const at = Date.now();
  if (since === null) {
    since = at + 20;
    scheduledTo = at;
  }
  const from = Math.max(scheduledTo, at);
  for (const tones of phrasesBetween({ ...requestedRing, since }, from, at + ahead)) output?.play(tones, volume());
  scheduledTo = at + ahead;
}
