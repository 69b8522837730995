import type { Chunk } from '#web/core/chunk.ts';

/** The shell's chunk; the login page loads it while the user types the password. */
export const shellChunk: Chunk = { file: './Shell.tsx', load: () => import('./Shell.tsx') };
