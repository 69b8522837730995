import type { Chunk } from '#web/core/chunk.ts';

/** The shell, fetched by itself; the login page does it while the password is typed. */
export const shellChunk: Chunk = { file: './Shell.tsx', load: () => import('./Shell.tsx') };
