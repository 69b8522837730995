import { useSyncExternalStore } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { sessionEnding, subscribeEnding } from '#web/api/ending.ts';
import { insist } from '#web/api/insist.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { events, liveState, resets, stateChanges, ticks } from '#web/live/client.ts';
import { emitter } from '#web/live/emitter.ts';
import { isLost, type LiveEvent } from '#web/live/protocol.ts';
import type { WarnRow } from './desk/types.ts';
import { emptyRows, mergeFetch, mergeRow, openRows, queueTypes, releasedRow } from './warnRows.ts';

/** An event of the stream about an alarm (names.md, GET /api/events). */
export interface WarnEvent extends LiveEvent {
  warn: WarnRow;
}

export type WarnCounts = OutputOf<typeof warnApi.getWarnCount>;

const pageSize = 200;
/** Open alarms beyond this many stay in the list screen only. */
const maxPages = 10;
/** While the stream is down the server is asked this often, ms. */
const pollMs = 5000;
/** A fetch or a claim without an answer for this long has failed, ms. */
const answerTimeoutMs = 5000;
/** A claim without an answer is sent this many times. */
const claimTries = 6;
/** While alarms are open they are compared with the server this often, ms: one that left the scope sends no event. */
const checkMs = 30_000;
/** The screens are told of changes at most this often, ms. */
const throttleMs = 50;
/** Counts are asked for at most this often while events come, ms. */
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

/** Open alarms in scope: 待处理, then 处理中, each in queue order. */
export function openWarns(): WarnRow[] {
  return open;
}

/** False until the first fetch has answered. */
export function warnsLoaded(): boolean {
  return loaded;
}

export function useOpenWarns(): WarnRow[] {
  return useSyncExternalStore(warnChanges.on, openWarns);
}

export function useWarnsLoaded(): boolean {
  return useSyncExternalStore(warnChanges.on, warnsLoaded);
}

/** Counts of the tabs and counters; null until the server has answered. */
export function useWarnCounts(): WarnCounts | null {
  return useSyncExternalStore(countChanges.on, () => counts);
}

/** Takes over a row that a call answered. */
export function applyRow(row: WarnRow): void {
  if (!mergeRow(rows, row)) return;
  scheduleChange();
  countSoon();
}

/** Whether no fetch of the open alarms has been answered since the line was lost: then polling brings nothing either. */
export function useUnanswered(): boolean {
  return useSyncExternalStore(warnChanges.on, () => unanswered);
}

/**
 * 接警. Without an answer it is sent again: who has the alarm already gets it once more.
 * @param onMiss called each time before it is sent again
 * @returns the row as taken
 * @throws CallError; with status 409 when another was faster, `data.handlerName` says who
 */
export async function claimWarn(id: string, onMiss: () => void): Promise<WarnRow> {
  const send = (signal: AbortSignal) => callApi(warnApi.claimWarn, { id }, { signal });
  const row = await insist(send, { within: answerTimeoutMs, tries: claimTries, onMiss });
  applyRow(row);
  return row;
}

/** Fetches the open alarms; the events that come meanwhile win where they are newer. */
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
    // The bar says so where the line is down too; the next poll asks again.
    if (!control.signal.aborted) {
      unanswered = true;
      scheduleChange();
    }
  }
  if (loading === control) loading = null;
}

/**
 * Fills the store from now on: a fetch, the stream's events, a new fetch where the stream lost its place, and polling
 * while it is down.
 * @returns what ends it and forgets everything
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
    const answer = await callListApi(warnApi.getWarnList, openQuery(page), {
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
    counts = await callApi(warnApi.getWarnCount, {});
    countChanges.emit();
  } catch {
    // Old counts stay; the next event asks again.
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

/** The line was lost just now: that polling is answered is not known before the first answer. */
function trackConnection() {
  const lost = isLost(liveState().state);
  if (lost && !wasLost) {
    unanswered = true;
    scheduleChange();
  }
  wasLost = lost;
}

function poll() {
  // A fetch under way ends by itself; another one would only hide that it gets no answer.
  if (loading) return;
  const urgent = liveState().state === 'down' || !loaded;
  const every = urgent ? pollMs : checkMs;
  if ((urgent || open.length > 0) && Date.now() - loadedAt >= every) reload();
}

/** Takes over a change at once; of a storm's hundreds a second those that come within `together`, as one. */
function scheduleChange() {
  const rest = lastEmittedAt + throttleMs - Date.now();
  // The timers of a hidden page may be a minute late.
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

/** Whether the end of this session put the alarm back to where others take it. */
export function wentBack({ no, handlerId }: Pick<WarnRow, 'no' | 'handlerId'>): boolean {
  return handlerId === session().user?.id && sessionEnding()?.cases.includes(no) === true;
}

/** The stream ends with the session: what went back is told to store, lists and desk here, as an event would. */
function releaseOwnWarns() {
  for (const row of open.filter(wentBack)) {
    const event: WarnEvent = { eventId: `released-${row.id}`, kind: 'changed', warn: releasedRow(row) };
    events.emit(event);
  }
}

function isWarnEvent(event: LiveEvent): event is WarnEvent {
  return 'warn' in event && typeof event.warn === 'object' && event.warn !== null;
}
