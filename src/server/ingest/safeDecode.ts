import type { Logger } from 'pino';
import type { ConnectionState } from '#devices/connectionState.ts';
import { type FrameEvent, type FrameResult, readFrame, type StreamProtocol } from '#devices/framer.ts';

/** What a framer made of the stream, and when, ms since 1970. */
export interface Read {
  event: FrameEvent;
  receivedAt: number;
}

/** Reads one frame of a connection; one on which its decoder fails is kept raw, and costs no other device anything. */
export function decodeSafely(
  protocol: StreamProtocol,
  frame: Buffer,
  state: ConnectionState,
  at: number,
  log: Pick<Logger, 'error'>,
): FrameResult {
  try {
    return readFrame(protocol, frame, state, at);
  } catch (error) {
    log.error({ err: error, protocol: protocol.name }, 'decoder failed');
    return { number: null, messages: [], reply: null, error: 'decoder failed' };
  }
}

/**
 * Whom a connection will be named for by what it sent first: its model is asked for before that is read, for of a device that
 * calls for help and hangs up nothing else comes.
 */
export function peekNumber(
  protocol: StreamProtocol,
  first: Read | undefined,
  log: Pick<Logger, 'error'>,
): string | null {
  if (first?.event.kind !== 'frame') return null;
  const state = protocol.createState();
  decodeSafely(protocol, first.event.bytes, state, first.receivedAt, log);
  return state.number;
}
