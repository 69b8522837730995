import nprogress from 'nprogress';
import { useEffect } from 'react';
import { beginPending } from './pendingLoads.ts';

// Trickles every 800 ms (specification section 9).
nprogress.configure({
  trickleSpeed: 800,
  showSpinner: false,
  barSelector: '.bar',
  template: '<div class="bar"></div>',
});

let running = 0;

/** Starts the progress bar at the top of the page; the returned function ends it. Overlapping bars are one. */
export function startProgress(): () => void {
  running += 1;
  nprogress.start();
  const came = beginPending();
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    running -= 1;
    came();
    if (running === 0) nprogress.done();
  };
}

/** Shows the progress bar while mounted, e.g. while a chunk loads. */
export function NavigationProgress() {
  useEffect(startProgress, []);
  return null;
}
