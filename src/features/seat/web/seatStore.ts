import { useEffect, useSyncExternalStore } from 'react';
import { seatApi } from '#features/seat/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { events, resets } from '#web/live/client.ts';
import { emitter } from '#web/live/emitter.ts';
import type { LiveEvent } from '#web/live/protocol.ts';

export type Seat = OutputOf<typeof seatApi.getSeat>;
type Settable = InputOf<typeof seatApi.setSeatState>['state'];

const changes = emitter<void>();
let seat: Seat | null = null;
let latestRequest = 0;

function show(next: Seat | null): void {
  seat = next;
  changes.emit();
}

/** Reloads the seat; of several answers that of the last request counts. */
async function read(): Promise<void> {
  latestRequest += 1;
  const request = latestRequest;
  try {
    const answer = await callApi(seatApi.getSeat, {});
    if (request === latestRequest) show(answer);
  } catch {
    // The next event or stream reset retries.
  }
}

/** Whether the event is about this user's seat: the stream also sends those of colleagues. */
function isAbout(event: LiveEvent & { seat?: { userId: string } }, userId: string): boolean {
  return event.seat?.userId === userId;
}

/** Returns the user's own seat as the server stores it, equal on every page; null until loaded. */
export function useSeat(userId: string | null): Seat | null {
  useEffect(() => {
    if (userId === null) return;
    void read();
    const ends = [events.on((event) => isAbout(event, userId) && void read()), resets.on(() => void read())];
    return () => {
      for (const end of ends) end();
      latestRequest += 1;
      show(null);
    };
  }, [userId]);
  return useSyncExternalStore(changes.on, () => seat);
}

/** Sets the state of the seat; a user without a seat takes one. */
export async function setSeat(state: Settable): Promise<void> {
  const set = await withToast(() => callApi(seatApi.setSeatState, { state }), { done: null });
  if (!set) return;
  latestRequest += 1;
  show(set);
}

/** Leaves the seat: the user gets no more offers. */
export async function leaveSeat(): Promise<void> {
  if ((await withToast(() => callApi(seatApi.leaveSeat, {}), { done: null })) !== undefined) await read();
}
