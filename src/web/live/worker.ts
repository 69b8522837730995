import { createHub } from './hub.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** The worker's global scope where it differs from a window; the compiler knows only the window's. */
interface WorkerScope {
  onconnect?: ((event: MessageEvent) => void) | null;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage: (message: FromWorker) => void;
  location: { origin: string };
}

const scope = globalThis as unknown as WorkerScope;
const hub = createHub({ url: `${scope.location.origin}/api/events`, probeUrl: `${scope.location.origin}/healthz` });

if ('onconnect' in scope) {
  scope.onconnect = (event) => {
    const port = event.ports[0];
    if (port) port.onmessage = (message: MessageEvent<ToWorker>) => hub.receive(port, message.data);
  };
} else {
  scope.onmessage = (message) => hub.receive(scope, message.data);
}
