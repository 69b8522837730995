import { ApiError, onRefused, send } from '#web/api/request.ts';
import { session, subscribeSession } from '#web/api/session.ts';
import { loadProfile } from '#web/api/sessionFlow.ts';
import { ends, rightsChanges, setLiveToken } from './client.ts';

let started = false;

/**
 * Passes this tab's logins, tokens and logouts to the browser's event stream; an ended session is checked once more.
 * Menu and permissions are read again when the stream reports a change or a call is refused.
 */
export function startLive(): void {
  if (started) return;
  started = true;
  setLiveToken(session().token ?? null);
  subscribeSession(() => setLiveToken(session().token ?? null));
  rightsChanges.on(readPermissions);
  onRefused(readAfterRefusal);
  ends.on(askAboutEnd);
}

/** Delay before the next check if the server does not answer, ms. */
const askAgainAfter = 3000;

/** Opens the dialog of 40026 through a refused call; without an answer it tries again later. */
function askAboutEnd(token: string): void {
  if (session().token !== token) return;
  send('POST', '/api/login/validateToken', {}).catch((error: unknown) => {
    // Any other error has opened the dialog.
    if (error instanceof ApiError && error.status === 0) setTimeout(askAboutEnd, askAgainAfter, token);
  });
}

/** Minimum interval between two reads, ms: changes come in bursts; a repeated refusal is not due to a change. */
const afterChange = 2000;
const afterRefusal = 30_000;
let readAt = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

function readPermissions(): void {
  const rest = readAt + afterChange - Date.now();
  if (rest <= 0) read();
  else waiting ??= setTimeout(read, rest);
}

function readAfterRefusal(): void {
  if (Date.now() - readAt > afterRefusal) read();
}

function read(): void {
  clearTimeout(waiting);
  waiting = undefined;
  if (!session().token) return;
  readAt = Date.now();
  loadProfile().catch(() => {
    // The next change or refusal tries again.
  });
}
