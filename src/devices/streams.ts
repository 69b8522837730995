import { ev07bProtocol } from './ev07b/ev07b.ts';
import type { StreamProtocol } from './framer.ts';
import { gt06Protocol } from './gt06/gt06.ts';
import { h02Protocol } from './h02/h02.ts';
import { jt808Protocol } from './jt808/jt808.ts';
import { watchProtocol } from './watch/watch.ts';

/** Protocols over TCP: each has a port, decodes manual input, and carries commands if it supports them. */
export const streamProtocols = [
  watchProtocol,
  jt808Protocol,
  gt06Protocol,
  h02Protocol,
  ev07bProtocol,
] as const satisfies StreamProtocol[];
