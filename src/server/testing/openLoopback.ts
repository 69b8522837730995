import { openLoopback } from './loopback.ts';

// Preloaded by `withLoopback` in a product of another process.
openLoopback();
