import { ApiError, onRefused, send } from '#web/api/request.ts';
import { session, subscribeSession } from '#web/api/session.ts';
import { loadProfile } from '#web/api/sessionFlow.ts';
import { ends, rightsChanges, setLiveToken } from './client.ts';

let started = false;

/**
 * Joins the browser's event stream with the session of this tab, from now on: a login, another token and a logout reach
 * the worker at once; a session that the server ended is asked about once more, which opens the dialog of 40026. Menu and
 * rights are read anew when the stream says that they changed, or when a call is refused.
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

/** A server that does not answer is asked again after this long, ms. */
const askAgainAfter = 3000;

/** Opens the dialog of 40026 by a call that is refused; without an answer there is no dialog yet. */
function askAboutEnd(token: string): void {
  if (session().token !== token) return;
  send('POST', '/api/login/validateToken', {}).catch((error: unknown) => {
    // Otherwise the dialog has said it.
    if (error instanceof ApiError && error.status === 0) setTimeout(askAboutEnd, askAgainAfter, token);
  });
}

/** A pause between two readings, ms: changes come in bunches; what is refused again soon was not due to a change. */
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
