import type { CommandInput } from '#devices/framer.ts';
import { thingsboardFormat } from '#devices/thingsboard/thingsboard.ts';
import type { Downlink, Outgoing } from '#server/ingest/downlink.ts';

/** Maximum devices that wait for a command at once. */
const most = 10_000;

/** Takes a command for a device that waits; the newest request of a device replaces the older one. */
type Take = (command: string | null) => void;

const waiting = new Map<string, Take>();

/** Returns a command as HTTP carries it: `{id, method, params}`. */
function encode(number: string, input: CommandInput, serial: number): Buffer | null {
  const login = { sn: number, isGateway: false, baseTopic: '' };
  const message = thingsboardFormat.encodeCommand?.({ number, login }, input, serial);
  if (!message) return null;
  return Buffer.from(JSON.stringify({ id: serial, ...(JSON.parse(message.payload) as object) }));
}

/** Devices that wait for a command over HTTP; each takes one. */
export const waitingDevices: Downlink = {
  numbers: () => [...waiting.keys()],
  prepare(number, input, serial): Outgoing | null {
    const take = waiting.get(number);
    const bytes = take && encode(number, input, serial);
    if (!bytes) return null;
    const write = () => {
      if (waiting.get(number) !== take) return false;
      take(bytes.toString('utf8'));
      return true;
    };
    return { bytes, write };
  },
};

/**
 * Resolves to a command for the device as JSON; null after `ms`, when `signal` aborts, or when a newer request takes its
 * place.
 */
export function nextCommand(number: string, ms: number, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted || (waiting.size >= most && !waiting.has(number))) return Promise.resolve(null);
  return new Promise((resolve) => {
    const take: Take = (command) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (waiting.get(number) === take) waiting.delete(number);
      resolve(command);
    };
    const end = () => take(null);
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    const older = waiting.get(number);
    waiting.set(number, take);
    older?.(null);
  });
}

/** Ends all requests that wait. */
export function endWaiting(): void {
  for (const take of [...waiting.values()]) take(null);
}
