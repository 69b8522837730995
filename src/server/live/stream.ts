// live: the live stream: sends each committed event exactly once to every user who can view it.

import type { ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import { dictionaryVersion, menuEtag, permissionEtag, permissionVersion } from '#server/auth/permission.ts';
import { inScope } from '#server/auth/scope.ts';
import { endedAmong } from '#server/auth/session.ts';
import { asAlarm } from '#server/core/alarmPriority.ts';
import { runInBackground } from '#server/core/background.ts';
import { log } from '#server/core/log.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { onPool } from '#server/db/db.ts';
import { everywhere } from '#server/db/events.ts';
import { wake } from '#server/db/wake.ts';
import { currentSnapshot, isRetained, readEpoch, readSince, type StoredEvent } from './eventLog.ts';
import { alreadySent, type Cursor, covers, formatCursor, isVisible, parseCursor, type Snapshot } from './snapshot.ts';
import { clearSnapshots, markUnstoredEvent, rememberSnapshot } from './streamHistory.ts';

/** Loads the payloads of a topic by subject id: full for viewers with the permission, reduced for others. */
export interface TopicLoader {
  permission: string;
  load(ids: string[]): Promise<Map<string, TopicPayload>>;
}

/** Payload of one subject. */
interface TopicPayload {
  full: unknown;
  reduced: unknown;
  /** Further owners for the scope `self`, besides the event's owner. */
  owners?: readonly string[];
  /** Extra visibility check, besides permission and scope. */
  visibleTo?: (viewer: Viewer) => boolean;
}

/** JSON of a payload, serialized once for all streams. */
interface Texts {
  permission: string;
  full: string;
  reduced: string;
  owners: readonly string[];
  visibleTo: (viewer: Viewer) => boolean;
}

interface Stream {
  viewer: Viewer;
  reply: ServerResponse;
  cursor: Cursor;
  /** True while missed events are read: live batches are skipped, and read afterwards. */
  catchingUp: boolean;
  loadViewer: () => Promise<Viewer | null>;
  /** Permission ETag that the page has loaded. */
  etag: string;
}

const loaders = new Map<string, TopicLoader>();
const streams = new Set<Stream>();
const openStreams = new Gauge({ name: 'anhao_streams', help: 'open live streams' });

let epoch = '';
let position: Snapshot | undefined;
let reading = false;
let again = false;
let timers: NodeJS.Timeout[] = [];
let unsubscribe: (() => void)[] = [];
let moving = false;
let onArrival: () => void = () => undefined;

/** Maximum bytes buffered for a slow reader; above it the connection is closed and resumes by its cursor. */
const maxWaitingBytes = 1_000_000;
const readEvery = 20;

/** Registers the loader of a topic's payloads. */
export function registerTopic(topic: string, loader: TopicLoader): void {
  loaders.set(topic, loader);
}

/** Calls `fn` when a user opens the first stream on this node; returns the unsubscribe function. One listener only. */
export function onFirstStream(fn: () => void): () => void {
  onArrival = fn;
  return () => {
    onArrival = () => undefined;
  };
}

function end(stream: Stream, event: 'session' | 'moved' | null): void {
  streams.delete(stream);
  openStreams.set(streams.size);
  if (event) stream.reply.write(`event: ${event}\ndata: {}\n\n`);
  stream.reply.end();
}

/**
 * Returns whether the viewer may receive the event. Owners are known after loading; without them: whether it is
 * possible.
 */
function allowed(viewer: Viewer, event: StoredEvent, owners: readonly string[] | null = null): boolean {
  if (event.permission === 'own') return event.ownerId === viewer.userId;
  if (!hasPermission(viewer, event.permission)) return false;
  return event.departmentId === everywhere || inScope(viewer.scope, viewer.userId, { ...event, owners });
}

/** Advances the cursor, unless the stream has already read further than the node. */
function advance(stream: Stream, snapshot: Snapshot): void {
  if (covers(snapshot, stream.cursor.base)) stream.cursor = { epoch, base: snapshot, batch: null, upTo: 0n };
}

/** Sends a batch; each event's id is a cursor to resume from. The stream then is at `snapshot`. */
function deliver(stream: Stream, events: StoredEvent[], texts: Map<string, Texts>, snapshot: Snapshot): void {
  let out = '';
  const base = stream.cursor.base;
  for (const event of events) {
    const text = texts.get(`${event.topic}:${event.subjectId}`);
    if (text === undefined || alreadySent(stream.cursor, event.xid, event.id)) continue;
    if (!allowed(stream.viewer, event, text.owners) || !text.visibleTo(stream.viewer)) continue;
    const body = hasPermission(stream.viewer, text.permission) ? text.full : text.reduced;
    const id = formatCursor({ epoch, base, batch: snapshot, upTo: event.id });
    out += `event: ${event.topic}\nid: ${id}\ndata: {"eventId":"${event.id}","kind":"${event.kind}","${event.topic}":${body}}\n\n`;
  }
  advance(stream, snapshot);
  if (out) {
    stream.reply.write(out);
    if (stream.reply.writableLength > maxWaitingBytes) end(stream, null);
  }
}

async function textsOf(events: StoredEvent[]): Promise<Map<string, Texts>> {
  const idsByTopic = new Map<string, Set<string>>();
  for (const event of events)
    idsByTopic.set(event.topic, (idsByTopic.get(event.topic) ?? new Set()).add(event.subjectId));
  const texts = new Map<string, Texts>();
  for (const [topic, ids] of idsByTopic) {
    const loader = loaders.get(topic);
    if (!loader) continue;
    for (const [id, { full, reduced, owners = [], visibleTo = () => true }] of await loader.load([...ids])) {
      texts.set(`${topic}:${id}`, {
        permission: loader.permission,
        full: JSON.stringify(full),
        reduced: JSON.stringify(reduced),
        owners,
        visibleTo,
      });
    }
  }
  return texts;
}

/** Reads once for all streams of this node, at most every 20 ms; triggered by commits and a poll each second. */
async function readOnce(): Promise<void> {
  if (!position) return;
  const from = position;
  const read = await readSince(from);
  // Set before sending: a stream that catches up meanwhile reads to this position itself.
  position = read.snapshot;
  rememberSnapshot(read.snapshot);
  try {
    await sendToAll(read);
  } catch (error) {
    // Events with a failed load are read again; streams that have them by catching up skip them.
    position = from;
    throw error;
  }
}

async function sendToAll({ events, snapshot, tooMany }: Awaited<ReturnType<typeof readSince>>): Promise<void> {
  const live = [...streams].filter((stream) => !stream.catchingUp);
  if (tooMany) {
    // More events than one read returns: each stream catches up from its cursor, or is reset.
    for (const stream of live) {
      stream.catchingUp = true;
      runInBackground(
        catchUp(stream).catch(() => end(stream, null)),
        'live stream',
      );
    }
    return;
  }
  if (events.length === 0) {
    for (const stream of live) advance(stream, snapshot);
    return;
  }
  const visibleEvents = events.filter((event) => live.some((stream) => allowed(stream.viewer, event)));
  const texts = await textsOf(visibleEvents);
  for (const stream of live) deliver(stream, events, texts, snapshot);
}

/** Reads and sends until nothing is new, on the pool `direct`. */
function pump(): Promise<void> {
  return onPool('direct', pumpAll);
}

async function pumpAll(): Promise<void> {
  again = true;
  if (reading) return;
  reading = true;
  while (again) {
    again = false;
    try {
      await asAlarm(readOnce);
    } catch (error) {
      log.warn({ err: error }, 'event stream not read, trying again');
      await new Promise((resolve) => setTimeout(resolve, 500));
      again = timers.length > 0;
      continue;
    }
    if (again) await new Promise((resolve) => setTimeout(resolve, readEvery));
  }
  reading = false;
}

/**
 * Sends missed events: first the rest of the interrupted batch, then the following ones, repeatedly until the stream
 * has reached the node's position.
 */
async function catchUp(stream: Stream): Promise<void> {
  while (streams.has(stream)) {
    const { batch } = stream.cursor;
    const { events, snapshot, tooMany } = await readSince(stream.cursor.base);
    if (tooMany || !(await isRetained(stream.cursor))) {
      stream.cursor = { epoch, base: snapshot, batch: null, upTo: 0n };
      stream.reply.write(`event: reset\nid: ${formatCursor(stream.cursor)}\ndata: {}\n\n`);
    } else {
      const missed = events.filter(
        (event) => !alreadySent(stream.cursor, event.xid, event.id) && allowed(stream.viewer, event),
      );
      const texts = await textsOf(missed);
      if (batch)
        deliver(
          stream,
          missed.filter((event) => isVisible(batch, event.xid)),
          texts,
          batch,
        );
      deliver(
        stream,
        missed.filter((event) => !batch || !isVisible(batch, event.xid)),
        texts,
        snapshot,
      );
    }
    if (!position || covers(stream.cursor.base, position)) break;
  }
  stream.catchingUp = false;
}

/** Start of a stream: after the page's last event, else at a snapshot taken before the page's first read. */
export interface StartPosition {
  /** Cursor of the page's last event. */
  lastId: string | null;
  snapshot: Snapshot | null;
}

/**
 * Opens a live stream; `loadViewer` reloads the session. Starts at the cursor, else at the snapshot, else now; a cursor
 * of another epoch gets `reset`. `etag`: permission ETag sent in the response header.
 */
export async function openStream(
  reply: ServerResponse,
  viewer: Viewer,
  { lastId, snapshot }: StartPosition,
  loadViewer: () => Promise<Viewer | null>,
  etag: string,
): Promise<void> {
  const resumed = lastId ? parseCursor(lastId, epoch) : null;
  const base = resumed ?? { epoch, base: (!lastId && snapshot) || (await currentSnapshot()), batch: null, upTo: 0n };
  const stream: Stream = { viewer, reply, cursor: base, catchingUp: true, loadViewer, etag };
  if (!listeners().has(viewer.userId)) onArrival();
  streams.add(stream);
  openStreams.set(streams.size);
  reply.on('close', () => {
    streams.delete(stream);
    openStreams.set(streams.size);
  });
  reply.on('error', () => undefined);
  reply.write(
    resumed ? ': resumed\n\n' : `event: ${lastId ? 'reset' : 'hello'}\nid: ${formatCursor(base)}\ndata: {}\n\n`,
  );
  await catchUp(stream);
}

let lastPermissionVersion = '';

async function refreshStreams(): Promise<void> {
  const version = await permissionVersion();
  if (lastPermissionVersion && version !== lastPermissionVersion) await reauthorizeStreams();
  lastPermissionVersion = version;
  const over = await endedAmong(
    [...streams].flatMap((stream) => (stream.viewer.sessionId ? [stream.viewer.sessionId] : [])),
  );
  for (const stream of streams)
    if (stream.viewer.sessionId && over.has(stream.viewer.sessionId)) end(stream, 'session');
}

/** Reloads the viewer of each stream; sends `permission` if its ETag changed, so that the page reloads its menu. */
async function reauthorizeStreams(): Promise<void> {
  const menus = await menuEtag();
  for (const stream of [...streams]) {
    const viewer = await stream.loadViewer();
    if (!viewer) {
      end(stream, 'session');
      continue;
    }
    stream.viewer = viewer;
    const etag = permissionEtag(viewer, menus);
    if (etag === stream.etag) continue;
    stream.etag = etag;
    stream.reply.write(`event: permission\ndata: {"version":"${etag}"}\n\n`);
  }
}

let lastDictionaryVersion = '';

/** Sends `dictionary` after a change: pages reload form options and list labels. */
async function sendDictionaryChange(): Promise<void> {
  const version = await dictionaryVersion();
  const moved = lastDictionaryVersion !== '' && version !== lastDictionaryVersion;
  lastDictionaryVersion = version;
  if (!moved) return;
  markUnstoredEvent();
  for (const stream of streams)
    stream.reply.write(`event: dictionary\ndata: {"eventId":"dictionary-${version}","kind":"changed"}\n\n`);
}

/** Returns the ids of users with a live stream on this node. */
export function listeners(): Set<string> {
  return new Set([...streams].map((stream) => stream.viewer.userId));
}

function guarded(work: () => Promise<void>): () => void {
  return () => runInBackground(onPool('direct', work), 'live stream');
}

/** Interval of keep-alive bytes, ms: after 5 s without any, a page reports the connection as lost. */
const beatEvery = 2000;

export async function startStreams(): Promise<void> {
  moving = false;
  [epoch, position] = await onPool('direct', () => Promise.all([readEpoch(), currentSnapshot()]));
  rememberSnapshot(position);
  lastDictionaryVersion = await dictionaryVersion();
  timers = [
    setInterval(() => runInBackground(pump(), 'live stream'), 1000),
    setInterval(guarded(refreshStreams), 3000),
    setInterval(guarded(sendDictionaryChange), 10_000),
    setInterval(
      guarded(async () => {
        const now = await readEpoch();
        if (now === epoch) return;
        epoch = now;
        for (const stream of [...streams]) end(stream, 'moved');
      }),
      10_000,
    ),
    setInterval(() => {
      for (const stream of streams) stream.reply.write(`: ${new Date().toISOString()}\n\n`);
    }, beatEvery),
  ];
  unsubscribe = [
    wake.subscribe('event', () => runInBackground(pump(), 'live stream')),
    wake.subscribe('session', guarded(refreshStreams)),
    wake.subscribe('permission', guarded(reauthorizeStreams)),
    wake.subscribe('dictionary', guarded(sendDictionaryChange)),
  ];
}

export function isDraining(): boolean {
  return moving;
}

/** Sends `moved` to every stream, so that pages reconnect to another node, spread over `spread` ms; stops reading. */
export async function stopStreams(spread = 0): Promise<void> {
  moving = true;
  for (const timer of timers) clearInterval(timer);
  timers = [];
  for (const stop of unsubscribe) stop();
  const all = [...streams];
  for (const [index, stream] of all.entries()) {
    end(stream, 'moved');
    if (spread > 0 && index % 20 === 19)
      await new Promise((resolve) => setTimeout(resolve, (spread * 20) / all.length));
  }
  position = undefined;
  clearSnapshots();
}
