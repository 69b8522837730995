import type { Logger } from 'pino';
import type { ConnectionState } from '#devices/connectionState.ts';
import { type FrameEvent, type FrameResult, readFrame, type StreamProtocol } from '#devices/framer.ts';

/** A frame or error of the framer, with its reception time, ms since 1970. */
export interface Read {
  event: FrameEvent;
  receivedAt: number;
}

/** Decodes one frame; if the decoder throws, the frame is kept raw, without effect on other devices. */
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
 * Returns the number that the first frame will give the connection. The profile is loaded before that frame is read: a
 * device may send an alarm and hang up.
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
