import { send } from '../request.ts';
import { session, subscribeSession } from '../session.ts';
import { ends, setLiveToken } from './client.ts';

let started = false;

/**
 * Joins the browser's event stream with the session of this tab, from now on: a login, another token and a logout reach
 * the worker at once; a session that the server ended is asked about once more, which opens the dialog of 40026.
 */
export function startLive(): void {
  if (started) return;
  started = true;
  setLiveToken(session().token ?? null);
  subscribeSession(() => setLiveToken(session().token ?? null));
  ends.on(() => {
    send('POST', '/api/login/validateToken', {}).catch(() => {
      // The dialog has said it.
    });
  });
}
