import { useSyncExternalStore } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { sessionEnding, subscribeEnding } from '#web/api/ending.ts';
import { insist } from '#web/api/insist.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { events, liveState, resets, stateChanges, ticks } from '#web/live/client.ts';
import { emitter } from '#web/live/emitter.ts';
import { isLost, type LiveEvent } from '#web/live/protocol.ts';
import type { WarnRow } from './types.ts';
import { emptyRows, mergeFetch, mergeRow, openRows, queueTypes, releasedRow } from './warnRows.ts';

/** Event of the stream about a warn (names.md, GET /api/events). */
export interface WarnEvent extends LiveEvent {
  warn: WarnRow;
}

export type WarnCounts = OutputOf<typeof warnListApi.getWarnCount>;

const pageSize = 200;
/** Maximum pages of open warns; further ones are only in the list screen. */
const maxPages = 10;
/** Poll interval while the stream is down, ms. */
const pollMs = 5000;
/** Timeout of a fetch or a claim, ms. */
const answerTimeoutMs = 5000;
/** Maximum number of attempts for a claim without an answer. */
const claimTries = 6;
/** Interval of comparing open warns with the server, ms: a warn that left the scope sends no event. */
const checkMs = 30_000;
/** Minimum interval between change events for the screens, ms. */
const throttleMs = 50;
/** Minimum interval between requests for counts while events arrive, ms. */
const countThrottleMs = 2000;

export const warnChanges = emitter<void>();
const countChanges = emitter<void>();

let rows = emptyRows();
let open: WarnRow[] = [];
let counts: WarnCounts | null = null;
let loaded = false;
let unanswered = false;
let wasLost = false;
let loadedAt = 0;
let loading: AbortController | null = null;
let lastEmittedAt = 0;
let changeTimer: ReturnType<typeof setTimeout> | undefined;
let countTimer: ReturnType<typeof setTimeout> | undefined;

/** Returns the open warns in scope: 待处理, then 处理中, each in queue order. */
export function openWarns(): WarnRow[] {
  return open;
}

/** Whether the first fetch has answered. */
export function warnsLoaded(): boolean {
  return loaded;
}

export function useOpenWarns(): WarnRow[] {
  return useSyncExternalStore(warnChanges.on, openWarns);
}

export function useWarnsLoaded(): boolean {
  return useSyncExternalStore(warnChanges.on, warnsLoaded);
}

/** Returns the counts of tabs and counters; null until loaded. */
export function useWarnCounts(): WarnCounts | null {
  return useSyncExternalStore(countChanges.on, () => counts);
}

/** Merges a row from a call's answer. */
export function applyRow(row: WarnRow): void {
  if (!mergeRow(rows, row)) return;
  scheduleChange();
  countSoon();
}

/** Whether no fetch of the open warns was answered since the line was lost: polling does not work either. */
export function useUnanswered(): boolean {
  return useSyncExternalStore(warnChanges.on, () => unanswered);
}

/**
 * Claims a warn (接警); retries without an answer: a repeated claim by the handler succeeds.
 * @param onMiss called before each retry
 * @returns the claimed row
 * @throws CallError; status 409 if another user was faster, `data.handlerName` names them
 */
export async function claimWarn(id: string, onMiss: () => void): Promise<WarnRow> {
  const send = (signal: AbortSignal) => callApi(warnApi.claimWarn, { id }, { signal });
  const row = await insist(send, { within: answerTimeoutMs, tries: claimTries, onMiss });
  applyRow(row);
  return row;
}

/** Fetches the open warns; newer events received meanwhile win. */
export async function loadWarns(): Promise<void> {
  loading?.abort();
  const control = new AbortController();
  loading = control;
  const begun = rows.changes;
  loadedAt = Date.now();
  try {
    const { fetched, complete } = await fetchOpen(control.signal);
    mergeFetch(rows, fetched, begun, complete);
    loaded = true;
    unanswered = false;
    scheduleChange();
  } catch {
    // The bar shows a lost line; the next poll retries.
    if (!control.signal.aborted) {
      unanswered = true;
      scheduleChange();
    }
  }
  if (loading === control) loading = null;
}

/**
 * Starts the store: a fetch, the stream's events, a new fetch after a stream reset, and polling while the stream is
 * down.
 * @returns a function that stops it and clears everything
 */
export function startWarns(): () => void {
  void loadWarns();
  void loadCounts();
  const ends = [
    events.on((event) => {
      if (isWarnEvent(event)) applyRow(event.warn);
    }),
    resets.on(reload),
    stateChanges.on(trackConnection),
    ticks.on(poll),
    subscribeEnding(releaseOwnWarns),
  ];
  return () => {
    for (const end of ends) end();
    loading?.abort();
    clearTimeout(countTimer);
    countTimer = undefined;
    rows = emptyRows();
    counts = null;
    loaded = false;
    unanswered = false;
    wasLost = false;
    scheduleChange();
  };
}

async function fetchOpen(signal: AbortSignal): Promise<{ fetched: WarnRow[]; complete: boolean }> {
  const fetched: WarnRow[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const answer = await callListApi(warnListApi.getWarnList, openQuery(page), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    fetched.push(...answer.rows);
    if (answer.rows.length < pageSize) return { fetched, complete: true };
  }
  return { fetched, complete: false };
}

function openQuery(page: number) {
  const sort: { field: 'level' | 'createdAt'; order: 'asc' }[] = [
    { field: 'level', order: 'asc' },
    { field: 'createdAt', order: 'asc' },
  ];
  const status: WarnRow['status'][] = ['pending', 'handling'];
  return { page, limit: pageSize, status, type: queueTypes, sort };
}

async function loadCounts() {
  try {
    counts = await callApi(warnListApi.getWarnCount, {});
    countChanges.emit();
  } catch {
    // Old counts stay; the next event retries.
  }
}

function countSoon() {
  countTimer ??= setTimeout(() => {
    countTimer = undefined;
    void loadCounts();
  }, countThrottleMs);
}

function reload() {
  void loadWarns();
  countSoon();
}

/** Marks polling as unanswered when the line is lost, until the first answer. */
function trackConnection() {
  const lost = isLost(liveState().state);
  if (lost && !wasLost) {
    unanswered = true;
    scheduleChange();
  }
  wasLost = lost;
}

function poll() {
  // A fetch under way ends by itself; another would hide that it gets no answer.
  if (loading) return;
  const urgent = liveState().state === 'down' || !loaded;
  const every = urgent ? pollMs : checkMs;
  if ((urgent || open.length > 0) && Date.now() - loadedAt >= every) reload();
}

/** Emits a change at once; in a storm changes within `throttleMs` are emitted together. */
function scheduleChange() {
  const rest = lastEmittedAt + throttleMs - Date.now();
  // Timers of a hidden page may be a minute late.
  if (rest <= 0 || document.hidden) emitChange();
  else changeTimer ??= setTimeout(emitChange, rest);
}

function emitChange() {
  clearTimeout(changeTimer);
  changeTimer = undefined;
  lastEmittedAt = Date.now();
  open = openRows(rows, session().user?.id ?? null);
  warnChanges.emit();
}

/** Whether the end of this session released the warn. */
export function wentBack({ no, handlerId }: Pick<WarnRow, 'no' | 'handlerId'>): boolean {
  return handlerId === session().user?.id && sessionEnding()?.cases.includes(no) === true;
}

/** Emits an event for each released warn to store, lists and desk: the stream has ended with the session. */
function releaseOwnWarns() {
  for (const row of open.filter(wentBack)) {
    const event: WarnEvent = { eventId: `released-${row.id}`, kind: 'changed', warn: releasedRow(row) };
    events.emit(event);
  }
}

function isWarnEvent(event: LiveEvent): event is WarnEvent {
  return 'warn' in event && typeof event.warn === 'object' && event.warn !== null;
}
