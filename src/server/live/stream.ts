// live: the live stream: what was committed is told to everybody who may know it, once.

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

/** What a topic's events show, by subject id: whole for those who have the right, reduced for the others. */
export interface TopicLoader {
  permission: string;
  load(ids: string[]): Promise<Map<string, TopicPayload>>;
}

/** What is shown of one subject. */
interface TopicPayload {
  full: unknown;
  reduced: unknown;
  /** Whose it is for the scope `self`, beside the event's own. */
  owners?: readonly string[];
  /** Who may be told of it, where its place alone does not say so: asked beside the right. */
  visibleTo?: (viewer: Viewer) => boolean;
}

/** The two texts of a body, made once for all streams. */
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
  /** Set while what it missed is being read: live batches wait in the reading that follows. */
  catchingUp: boolean;
  loadViewer: () => Promise<Viewer | null>;
  /** What the page has read its menu and rights at. */
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

/** Most bytes that may wait for one slow reader; past it the connection is closed and resumes by its cursor. */
const maxWaitingBytes = 1_000_000;
const readEvery = 20;

/** A feature says how the events of its topic are filled. */
export function registerTopic(topic: string, loader: TopicLoader): void {
  loaders.set(topic, loader);
}

/** Calls `fn` whenever somebody opens a stream on this node who had none. Answers what ends it. */
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

/** Without owners, which are known once it is filled: whether the viewer could be told. */
function allowed(viewer: Viewer, event: StoredEvent, owners: readonly string[] | null = null): boolean {
  if (event.permission === 'own') return event.ownerId === viewer.userId;
  if (!hasPermission(viewer, event.permission)) return false;
  return event.departmentId === everywhere || inScope(viewer.scope, viewer.userId, { ...event, owners });
}

/** A stream that has read further than the node by itself is not set back. */
function advance(stream: Stream, snapshot: Snapshot): void {
  if (covers(snapshot, stream.cursor.base)) stream.cursor = { epoch, base: snapshot, batch: null, upTo: 0n };
}

/** Sends a batch; each event's id is a cursor that is safe to resume from. Ends at `snapshot`. */
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

/** One read for all streams of this node, at most every 20 ms; woken by commits and by a poll each second. */
async function readOnce(): Promise<void> {
  if (!position) return;
  const from = position;
  const read = await readSince(from);
  // Set before anything is sent: who catches up meanwhile goes on to here by itself.
  position = read.snapshot;
  rememberSnapshot(read.snapshot);
  try {
    await sendToAll(read);
  } catch (error) {
    // What could not be filled is read again; who has had it by catching up is not sent it twice.
    position = from;
    throw error;
  }
}

async function sendToAll({ events, snapshot, tooMany }: Awaited<ReturnType<typeof readSince>>): Promise<void> {
  const live = [...streams].filter((stream) => !stream.catchingUp);
  if (tooMany) {
    // More than one read takes: each stream reads from where it stands itself, or is reset.
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

/** Reads and sends until nothing is new, on the system's own connections. */
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
 * Sends what was missed: first the rest of the batch in whose middle the connection was cut, then what came after it,
 * again and again until the stream has seen all that the node's own reading has.
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

/** Where a page wants to begin: behind the last event that it has, or, without one, at a snapshot from before it read. */
export interface StartPosition {
  /** The cursor of the last event that the page has. */
  lastId: string | null;
  snapshot: Snapshot | null;
}

/**
 * Opens a live stream; `judge` reads the session anew. Without a cursor it begins at the snapshot, else now; with a cursor
 * from another epoch the page is told to fetch anew. `rights` is the mark of the viewer's rights that the answer's head
 * carried.
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

/** Each stream is judged by the rights as they are now; whose page must read its menu anew is told so. */
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

/** Pages read the options of their forms and the labels of their lists anew when an administrator has changed them. */
async function sendDictionaryChange(): Promise<void> {
  const version = await dictionaryVersion();
  const moved = lastDictionaryVersion !== '' && version !== lastDictionaryVersion;
  lastDictionaryVersion = version;
  if (!moved) return;
  markUnstoredEvent();
  for (const stream of streams)
    stream.reply.write(`event: dictionary\ndata: {"eventId":"dictionary-${version}","kind":"changed"}\n\n`);
}

/** Who has a live stream on this node, by user id. */
export function listeners(): Set<string> {
  return new Set([...streams].map((stream) => stream.viewer.userId));
}

function guarded(work: () => Promise<void>): () => void {
  return () => runInBackground(onPool('direct', work), 'live stream');
}

/** Starts the dispatcher of this node. */
/** A page that gets no byte for 5 s says that the line is lost, ms. */
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

/** Tells every stream to come back elsewhere, spread over `spread` ms, and stops reading. */
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
