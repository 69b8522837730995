import { assessmentApi } from '#features/assessment/contract.ts';
import { errorText } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { session, subscribeSession } from '#web/api/session.ts';
import { beforeLogout } from '#web/core/logoutGuard.ts';
import { now } from '#web/core/now.ts';
import { box } from '#web/message/message.tsx';
import {
  type Base,
  begin,
  changedBase,
  decide,
  edit,
  failed,
  type PlaceOf,
  rebase,
  requestOf,
  type Saves,
  type ServerChange,
  saved,
  startSaves,
  unsavedCount,
  type Values,
} from './saves.ts';

/** Delay before a request, ms: quick answers go together. Words wait until the typing pauses. */
const delayMs = 150;
const wordsDelayMs = 700;
/** Delays after failures, ms. */
const retryMs = [1000, 2000, 4000, 8000, 15_000] as const;
/** Maximum wait for an answer, ms. */
const withinMs = 20_000;
/** Newer versions met in a row before the retries slow down. */
const maxInRow = 10;

/** State of a form's saves as the page shows it. */
export interface SaverView {
  saves: Saves;
  /** Time of the last answer of the server, epoch ms. */
  savedAt: number | undefined;
  /** Why the last request failed while it is sent again. */
  failure: string | undefined;
  /** Why the server does not take the changes. */
  refusal: string | undefined;
}

/** Sends the changes of one assessment: one request at a time, each with the newest version, until all are stored. */
export class Saver {
  #view: SaverView;
  readonly #id: string;
  readonly #placeOf: PlaceOf;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;
  #failures = 0;
  #inRow = 0;
  readonly #idle = new Set<() => void>();

  constructor(id: string, base: Base, placeOf: PlaceOf) {
    this.#id = id;
    this.#placeOf = placeOf;
    this.#view = { saves: startSaves(base), savedAt: undefined, failure: undefined, refusal: undefined };
  }

  readonly view = (): SaverView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes values, which are sent within a second; null takes one back. */
  edit(values: Values): void {
    this.#set({ saves: edit(this.#view.saves, values), refusal: undefined });
    const words = Object.keys(values).every((place) => place.startsWith('notes.'));
    this.#schedule(words ? wordsDelayMs : delayMs);
  }

  /** Takes over what the server has now. */
  rebase(base: Base): void {
    const { saves } = this.#view;
    if (base.version === saves.base.version && !this.#isNewer(base)) return;
    this.#set({ saves: rebase(saves, base) });
    this.#end();
  }

  decide(place: string, mine: boolean): void {
    this.#set({ saves: decide(this.#view.saves, place, mine) });
    this.#schedule(0);
  }

  /** Sends again at once. */
  retry(): void {
    this.#failures = 0;
    this.#set({ refusal: undefined });
    this.#schedule(0);
  }

  /** Drops the changes that the server does not take. */
  discard(): void {
    const { base } = this.#view.saves;
    this.#set({ saves: startSaves(base), refusal: undefined, failure: undefined });
    this.#end();
  }

  /** Sends what waits and resolves when nothing is under way; whether all is stored. */
  async flush(): Promise<boolean> {
    if (unsavedCount(this.#view.saves) > 0 && this.#view.refusal === undefined) {
      this.#schedule(0);
      await new Promise<void>((resolve) => this.#idle.add(resolve));
    }
    return unsavedCount(this.#view.saves) === 0;
  }

  /** The trail of the same version tells more than the page knew of its own changes. */
  #isNewer({ trail }: Base): boolean {
    return Object.keys(trail).length > 0 && this.#view.saves.base.trail !== trail;
  }

  #set(change: Partial<SaverView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  #schedule(ms: number): void {
    const dueAt = Date.now() + ms;
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const { saves } = this.#view;
    if (saves.sending || this.#view.refusal !== undefined) return;
    if (Object.keys(saves.waiting).length === 0) {
      this.#end();
      return;
    }
    const sent = begin(saves);
    this.#set({ saves: sent });
    try {
      const { version } = await callApi(
        assessmentApi.saveAssessment,
        { id: this.#id, version: sent.base.version, ...requestOf(sent.sending ?? {}) },
        { signal: AbortSignal.timeout(withinMs) },
      );
      this.#succeeded(version);
    } catch (error) {
      this.#failed(error);
    }
  }

  #succeeded(version: number): void {
    const at = now();
    const { user } = session();
    const author = { by: user?.id ?? '', name: user?.name ?? '', at: new Date(at).toISOString() };
    this.#failures = 0;
    this.#inRow = 0;
    this.#set({ saves: saved(this.#view.saves, version, author), savedAt: at, failure: undefined });
    this.#goOn();
  }

  #failed(error: unknown): void {
    const newer = newerVersion(error);
    if (newer) this.#meet(newer);
    else if (isRefusal(error)) {
      this.#set({ saves: failed(this.#view.saves, false), refusal: errorText(error) });
      this.#end();
    } else {
      this.#set({ saves: failed(this.#view.saves, true) });
      this.#sendLater(error);
    }
  }

  /** Somebody else saved before: takes over what changed and sends again. */
  #meet({ version, changes }: { version: number; changes: readonly ServerChange[] }): void {
    const saves = failed(this.#view.saves, false);
    this.#set({ saves: rebase(saves, changedBase(saves.base, version, changes, this.#placeOf)) });
    this.#inRow += 1;
    if (this.#inRow <= maxInRow) this.#goOn();
    else this.#sendLater(undefined);
  }

  #sendLater(error: unknown): void {
    const wait = retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? 0;
    this.#failures += 1;
    this.#set({ failure: errorText(error, '别人正在改同一份评估') });
    this.#end();
    this.#schedule(wait);
  }

  #goOn(): void {
    if (Object.keys(this.#view.saves.waiting).length > 0) this.#schedule(0);
    else this.#end();
  }

  #end(): void {
    const { saves, failure } = this.#view;
    if (saves.sending || (Object.keys(saves.waiting).length > 0 && failure === undefined && !this.#view.refusal))
      return;
    if (Object.keys(saves.waiting).length === 0 && failure !== undefined) this.#set({ failure: undefined });
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }
}

/** Returns what a 409 says of the newer version; undefined for another answer. */
function newerVersion(error: unknown): { version: number; changes: ServerChange[] } | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const data = error.data as { version?: unknown; changes?: ServerChange[] } | null;
  return typeof data?.version === 'number' ? { version: data.version, changes: data.changes ?? [] } : undefined;
}

/** Returns whether the same request would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);
}

/** Forms of this page with their changes: in memory alone, until another account logs in. */
const savers = new Map<string, Saver>();
let owner: string | undefined;

subscribeSession(() => {
  const id = session().user?.id;
  if (id === owner || id === undefined) return;
  savers.clear();
  owner = id;
});

const unsaved = () => [...savers.values()].reduce((sum, { view }) => sum + unsavedCount(view().saves), 0);

let isGuarding = false;

/** Asks before a logout and before the page is left while values are not stored; sends them when the line is back. */
function guard(): void {
  if (isGuarding) return;
  isGuarding = true;
  addEventListener('beforeunload', (event) => {
    if (unsaved() > 0) event.preventDefault();
  });
  addEventListener('online', () => {
    for (const saver of savers.values()) saver.retry();
  });
  beforeLogout(async () => {
    const count = unsaved();
    if (count === 0) return true;
    return box.confirm('退出后这些答案不会保留。', {
      ...{ title: `评估还有 ${count} 项没有存`, level: 'warning', ok: '放弃并退出', cancel: '返回', danger: true },
    });
  });
}

/** Returns the newest version that this page knows from its own saves; 0 without any. */
export function savedVersion(id: string): number {
  return savers.get(id)?.view().saves.base.version ?? 0;
}

/** Returns the saver of an assessment; the same until another account logs in. */
export function saverOf(id: string, base: Base, placeOf: PlaceOf): Saver {
  const { user } = session();
  if (owner !== user?.id) savers.clear();
  owner = user?.id;
  guard();
  const saver = savers.get(id) ?? new Saver(id, base, placeOf);
  savers.set(id, saver);
  return saver;
}
