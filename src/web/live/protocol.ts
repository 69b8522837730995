/** Messages between a tab and the worker that holds the stream for all tabs of the browser. */

/**
 * `connecting`: first connection or a short break; `down`: a break long enough to be shown and to poll; `ended`: the
 * server ended the session, so neither stream nor poll works before a login.
 */
export type LiveState = 'live' | 'connecting' | 'down' | 'ended';

/** Returns whether the connection counts as lost, which is shown and sounds. */
export const isLost = (state: LiveState): boolean => state === 'down' || state === 'ended';

/** Whether a tab can play sound: `running`, or `blocked` until the browser gets a gesture. */
export type AudioState = 'running' | 'blocked';

/** Event of the stream in the tabs: content of `data`, each `eventId` once. */
export interface LiveEvent {
  eventId: string;
  kind: string;
}

/** `begun`: the tab read nothing of its content before that `moment`; null if unknown. */
export type ToWorker =
  | { type: 'hello'; tab: string; token: string | null; visible: boolean; audio: AudioState; begun: number | null }
  | { type: 'status'; visible: boolean; audio: AudioState }
  | { type: 'token'; token: string | null }
  | { type: 'pong' }
  | { type: 'bye' }
  | { type: 'reconnect' }
  /** Epoch ms until which this seat is muted; 0 unmutes. */
  | { type: 'mute'; until: number };

export interface StateMessage {
  type: 'state';
  state: LiveState;
  /** Start of the state in epoch ms of the worker's clock; for a break the last sign of life. */
  since: number;
  lastBeat: number;
}

export type FromWorker =
  | StateMessage
  /** Sent each second; the tab answers `pong`. It also drives clocks, because timers of a hidden tab are throttled. */
  | { type: 'ping' }
  | { type: 'event'; event: LiveEvent }
  /** The cursor is lost or new: earlier data may miss events. */
  | { type: 'reset' }
  /** The user's menu and permissions have changed. */
  | { type: 'rights' }
  /** The server ended the session of `token`. */
  | { type: 'over'; token: string }
  | { type: 'sound'; tab: string | null; audible: boolean; mutedUntil: number }
  /** Number of open tabs of the browser. */
  | { type: 'tabs'; count: number };
