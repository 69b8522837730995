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

/** Reads the seat anew; of several answers the one that was asked for last counts. */
async function read(): Promise<void> {
  latestRequest += 1;
  const request = latestRequest;
  try {
    const answer = await callApi(seatApi.getSeat, {});
    if (request === latestRequest) show(answer);
  } catch {
    // The next event or reset of the stream asks again.
  }
}

/** Whether the event is about the seat of this person: those of colleagues are told, too. */
function isAbout(event: LiveEvent & { seat?: { userId: string } }, userId: string): boolean {
  return event.seat?.userId === userId;
}

/** The person's own seat as the server keeps it, on every page alike; null until it is known. */
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

/** Sets the state of the seat; who had none takes one. */
export async function setSeat(state: Settable): Promise<void> {
  const set = await withToast(() => callApi(seatApi.setSeatState, { state }), { done: null });
  if (!set) return;
  latestRequest += 1;
  show(set);
}

/** Gives the seat up: nothing is offered any more. */
export async function leaveSeat(): Promise<void> {
  if ((await withToast(() => callApi(seatApi.leaveSeat, {}), { done: null })) !== undefined) await read();
}
