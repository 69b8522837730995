/** Messages between a tab and the worker that holds the stream for all tabs of the browser. */

/**
 * `connecting`: first connection or a short break; `down`: broken for long enough to say so and to poll; `ended`: the
 * server ended the session, so that neither stream nor poll brings anything before somebody logs in.
 */
export type LiveState = 'live' | 'connecting' | 'down' | 'ended';

/** The line is lost and that is said, seen and heard. */
export const isLost = (state: LiveState): boolean => state === 'down' || state === 'ended';

/** What a tab can do with sound: `running` it sounds, `blocked` the browser waits for a gesture. */
export type AudioState = 'running' | 'blocked';

/** An event of the stream as it reaches the tabs: what `data` held, each `eventId` once. */
export interface LiveEvent {
  eventId: string;
  kind: string;
}

/** `begun`: the tab has read nothing of what it shows before that `moment`; null when that cannot be said. */
export type ToWorker =
  | { type: 'hello'; tab: string; token: string | null; visible: boolean; audio: AudioState; begun: number | null }
  | { type: 'status'; visible: boolean; audio: AudioState }
  | { type: 'token'; token: string | null }
  | { type: 'pong' }
  | { type: 'bye' }
  | { type: 'reconnect' }
  /** Epoch ms until which this seat is silent; 0 ends the silence. */
  | { type: 'mute'; until: number };

export interface StateMessage {
  type: 'state';
  state: LiveState;
  /** Epoch ms of the worker's clock: since when the state holds; for a break the last sign of life. */
  since: number;
  lastBeat: number;
}

export type FromWorker =
  | StateMessage
  /** Each second; the tab answers `pong`. It also drives clocks that a hidden tab's own timers would throttle. */
  | { type: 'ping' }
  | { type: 'event'; event: LiveEvent }
  /** The cursor is lost or new: what was fetched before may miss events. */
  | { type: 'reset' }
  /** Menu and rights of the person have changed. */
  | { type: 'rights' }
  /** The server ended the session of `token`. */
  | { type: 'over'; token: string }
  | { type: 'sound'; tab: string | null; audible: boolean; mutedUntil: number }
  /** How many tabs of the browser are open. */
  | { type: 'tabs'; count: number };
