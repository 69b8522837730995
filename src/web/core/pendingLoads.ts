let running = 0;
let idleSince = 0;

/** Marks the start of a load that the page needs now; the returned function marks its end, once. */
export function beginPending(): () => void {
  running += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    idleSince = performance.now();
  };
}

/** Returns for how long no load has been pending, ms; 0 while one is. */
export function idleFor(): number {
  return running > 0 ? 0 : performance.now() - idleSince;
}
