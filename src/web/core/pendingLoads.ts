let running = 0;
let idleSince = 0;

/** Notes that something the page needs now is on its way; the returned function notes that it came, once. */
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

/** For how long nothing has been on its way, ms; 0 while something is. */
export function idleFor(): number {
  return running > 0 ? 0 : performance.now() - idleSince;
}
