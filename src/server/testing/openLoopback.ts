import { openLoopback } from './loopback.ts';

// Loaded before the product in a process of its own, by `withLoopback`.
openLoopback();
