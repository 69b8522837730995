// live: the live stream, shared by all tabs of a browser.

import { sessionSince } from '#web/api/session.ts';
import { emitter } from './emitter.ts';
import type { AudioState, FromWorker, LiveEvent, StateMessage, ToWorker } from './protocol.ts';

/** Which tab sounds, and until when the seat is muted (epoch ms, 0: not muted). */
export interface SoundOwner {
  isThisTab: boolean;
  /** Some tab of this browser may play sound. */
  audible: boolean;
  mutedUntil: number;
}

interface Listener {
  postMessage: (message: ToWorker) => void;
}

/** Id of this tab for the worker; a reload makes a new one. Not a secret, and no UUID: that needs HTTPS. */
const tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export const events = emitter<LiveEvent>();
/** Emits when earlier data may miss events: fetch again. */
export const resets = emitter<void>();
/** Emits when the user's menu and permissions have changed. */
export const rightsChanges = emitter<void>();
/** Emits the token of a session that the server ended. */
export const ends = emitter<string>();
/** Emits about each second, also in a hidden tab. */
export const ticks = emitter<void>();
export const stateChanges = emitter<void>();
export const soundOwnerChanges = emitter<void>();

let live: Omit<StateMessage, 'type'> = { state: 'connecting', since: Date.now(), lastBeat: 0 };
let owner: SoundOwner = { isThisTab: true, audible: true, mutedUntil: 0 };
let tabCount = 1;
let port: Listener | null = null;
let token: string | null = null;
let audio: AudioState = 'blocked';
let lastPing = Date.now();
let lastCheck = Date.now();

/** Silence after which the worker counts as dead, ms: the tabs must not trust its last state. */
const deadAfter = 5000;

/** Maximum difference between the clocks of page and worker, ms. */
const slack = 500;

export const liveState = () => live;
export const soundOwner = () => owner;
/** Returns whether no other tab of the browser is open. */
export const isOnlyTab = () => tabCount <= 1;

/** Passes the session to the worker: a token starts the stream for all tabs, null (logout) ends it. */
export function setLiveToken(next: string | null): void {
  if (next === token) return;
  token = next;
  if (port) port.postMessage({ type: 'token', token });
  else if (token !== null) start();
}

/** Reports to the worker whether the browser lets this tab play sound. */
export function reportAudio(next: AudioState): void {
  if (next === audio) return;
  audio = next;
  postStatus();
}

/** Mutes this seat in all tabs until the instant (epoch ms); 0 unmutes. */
export function muteUntil(until: number): void {
  port?.postMessage({ type: 'mute', until });
}

/** Reconnects at once instead of waiting for the next try. */
export function reconnectLive(): void {
  port?.postMessage({ type: 'reconnect' });
}

function isVisible() {
  return document.visibilityState === 'visible';
}

function postStatus() {
  port?.postMessage({ type: 'status', visible: isVisible(), audio });
}

/**
 * @param begun when the tab began to read; null if it may have missed events before
 */
function hello(begun: number | null) {
  port?.postMessage({ type: 'hello', tab, token, visible: isVisible(), audio, begun });
}

function start() {
  switchPort(openPort());
  document.addEventListener('visibilitychange', postStatus);
  window.addEventListener('pagehide', () => port?.postMessage({ type: 'bye' }));
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) hello(null);
  });
  window.addEventListener('online', reconnectLive);
  setInterval(detectLostWorker, 1000);
}

/** Opens one worker for all tabs; without SharedWorker (phones), or if it does not load, each tab has its own. */
function openPort(): Listener {
  if (typeof SharedWorker !== 'function') return createWorker();
  const shared = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'anhao-live' });
  shared.onerror = () => switchPort(createWorker());
  shared.port.onmessage = (message: MessageEvent<FromWorker>) => receive(message.data);
  return shared.port;
}

function createWorker(): Listener {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'anhao-live' });
  worker.onmessage = (message: MessageEvent<FromWorker>) => receive(message.data);
  return worker;
}

function switchPort(next: Listener) {
  port = next;
  lastPing = Date.now();
  hello(performance.timeOrigin + sessionSince() - slack);
}

/** Reports the stream as down when the worker itself is gone, and emits the ticks instead of it. */
function detectLostWorker() {
  const now = Date.now();
  // A tab that slept could not receive messages.
  const awake = now - lastCheck < deadAfter;
  lastCheck = now;
  if (!awake || now - lastPing < deadAfter) return;
  live = { state: 'down', since: lastPing, lastBeat: lastPing };
  stateChanges.emit();
  ticks.emit();
}

function receive(message: FromWorker) {
  switch (message.type) {
    case 'ping':
      // After a resume the worker sends its state again.
      if (Date.now() - lastPing > deadAfter) hello(null);
      lastPing = Date.now();
      port?.postMessage({ type: 'pong' });
      return ticks.emit();
    case 'state':
      live = { state: message.state, since: message.since, lastBeat: message.lastBeat };
      return stateChanges.emit();
    case 'event':
      return events.emit(message.event);
    case 'reset':
      return resets.emit();
    case 'rights':
      return rightsChanges.emit();
    case 'over':
      return message.token === token ? ends.emit(message.token) : undefined;
    case 'tabs':
      tabCount = message.count;
      return;
    case 'sound':
      owner = { isThisTab: message.tab === tab, audible: message.audible, mutedUntil: message.mutedUntil };
      return soundOwnerChanges.emit();
  }
}
