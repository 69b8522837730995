import type { StreamProtocol } from './framer.ts';
import { jt808Protocol } from './jt808/jt808.ts';
import { watchProtocol } from './watch.ts';

/** The protocols over TCP: each has a port, is read when given by hand, and carries commands down where it has them. */
export const streamProtocols = [watchProtocol, jt808Protocol] as const satisfies StreamProtocol[];
