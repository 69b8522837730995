import { connect, type Socket } from 'node:net';
import { encodeWatch } from '#devices/watch/frame.ts';

export const sosBit = 0x0001_0000;

const quzhou = { lat: 28.935, lng: 118.885 };

/** Returns position parameters of protocols.md P1 at the instant `at`, with a status word; near Quzhou unless `place` says. */
export function positionFields(at: Date, status: number, { lat, lng } = quzhou): string {
  const [, year, month, day, hour, minute, second] = at.toISOString().match(/\d\d/g) ?? [];
  const bits = status.toString(16).toUpperCase().padStart(8, '0');
  return `${day}${month}${year},${hour}${minute}${second},A,${lat.toFixed(6)},N,${lng.toFixed(6)},E,0,0,10,8,80,76,1024,0,${bits},0,0`;
}

/** Returns the frame of one press. Each press of a watch has a distinct index; an identical frame is the same press. */
export function pressFrame(number: string, index: number, at: Date): Buffer {
  return encodeWatch('3G', number, `AL,${positionFields(at, sosBit)}`, hex(index));
}

export function hex(index: number): string {
  return index.toString(16).toUpperCase().padStart(4, '0');
}

/** Reads answers `[3G*number*index*length*type]` from a socket and passes each index on. */
export function onAnswers(socket: Socket, answered: (index: number) => void): void {
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
    const frames = text.split(']');
    text = frames.pop() ?? '';
    for (const frame of frames) answered(Number.parseInt(frame.split('*')[2] ?? '', 16));
  });
}

interface Presses {
  number: string;
  /** Number of presses, with the indexes 1, 2, … */
  presses: number;
  port: number;
  /** Called for each frame sent, repeats included, and for each acknowledged press. */
  sent?(index: number): void;
  acknowledged(index: number): void;
}

/** Delay before a watch reconnects, ms. */
const reconnectAfter = 100;

/**
 * Presses SOS like a real watch: sends each frame until it is answered, over any number of connections. Resolves when
 * every press is acknowledged.
 */
export async function pressUntilAnswered({ number, presses, port, sent, acknowledged }: Presses): Promise<void> {
  const at = new Date();
  const open = new Map(
    Array.from({ length: presses }, (_, index) => [index + 1, pressFrame(number, index + 1, at)] as const),
  );
  while (open.size > 0) {
    await session(port, open, sent, acknowledged);
    if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, reconnectAfter));
  }
}

function session(
  port: number,
  open: Map<number, Buffer>,
  sent: Presses['sent'],
  acknowledged: Presses['acknowledged'],
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      for (const [index, frame] of open) {
        socket.write(frame);
        sent?.(index);
      }
    });
    onAnswers(socket, (index) => {
      if (open.delete(index)) acknowledged(index);
      if (open.size === 0) socket.end();
    });
    // `close` is emitted as well.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}
