import type { Part } from '#web/core/chunk.ts';

/** The shell, fetched by itself; the login page does it while the password is typed. */
export const shellPart: Part = { file: './Shell.tsx', load: () => import('./Shell.tsx') };
