import { OutboundError } from '#server/net/outboundHttp.ts';

interface Waiting {
  /** Its browser did not answer twice: it is served after the others. */
  last: boolean;
  start(): void;
  fail(error: unknown): void;
}

/** One push service, by the host of its endpoints. */
interface Service {
  running: number;
  /** Tries in a row that it left without an answer. */
  hung: number;
  waiting: Waiting[];
}

interface Limits {
  /** Tries to one service at once. */
  places: number;
  /** A try takes no longer, ms. */
  timeoutMs: number;
}

/** From so many tries without an answer on, one after the other, a service or browser counts as hanging. */
const hanging = 2;
/** Browsers that are remembered as hanging. */
const maxBrowsers = 10_000;

/**
 * Gives each push service places of its own, so that one that hangs holds up no other one. While it hangs, a try that finds its
 * places taken fails at once instead of waiting; a browser that hung twice has half of the places and is served last.
 */
export function pushPlaces({ places, timeoutMs }: Limits = { places: 16, timeoutMs: 3_000 }) {
  const services = new Map<string, Service>();
  const browsers = new Map<string, number>();

  const isLast = (endpoint: string) => (browsers.get(endpoint) ?? 0) >= hanging;
  const room = (last: boolean) => (last ? Math.ceil(places / 2) : places);
  const noAnswer = (host: string) => new OutboundError(`${host} 没有及时回答`, true);

  function enter(host: string, service: Service, last: boolean, signal: AbortSignal): Promise<void> {
    if (service.running < room(last)) {
      service.running += 1;
      return Promise.resolve();
    }
    if (service.hung >= hanging) return Promise.reject(noAnswer(host));
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiting = { last, start: resolve, fail: reject };
      service.waiting.push(waiter);
      signal.addEventListener('abort', () => {
        service.waiting = service.waiting.filter((other) => other !== waiter);
        reject(signal.reason);
      });
    });
  }

  function leave(host: string, service: Service): void {
    service.running -= 1;
    const next =
      service.waiting.find(({ last }) => !last) ?? (service.running < room(true) ? service.waiting[0] : undefined);
    if (next) {
      service.waiting = service.waiting.filter((waiter) => waiter !== next);
      service.running += 1;
      next.start();
    }
    if (service.running === 0 && service.hung === 0) services.delete(host);
  }

  function recordHung(host: string, service: Service, endpoint: string): void {
    service.hung += 1;
    if (browsers.size >= maxBrowsers) browsers.clear();
    browsers.set(endpoint, (browsers.get(endpoint) ?? 0) + 1);
    if (service.hung >= hanging) for (const waiter of service.waiting.splice(0)) waiter.fail(noAnswer(host));
  }

  /**
   * Runs one try to a browser in a place of its service. `attempt` must end with its signal.
   * @throws what `attempt` throws; OutboundError when the service hangs and all its places are taken
   */
  return async function inPlace<T>(
    endpoint: string,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { host } = new URL(endpoint);
    const service = services.get(host) ?? { running: 0, hung: 0, waiting: [] };
    services.set(host, service);
    await enter(host, service, isLast(endpoint), signal);
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const result = await attempt(AbortSignal.any([signal, limit]));
      service.hung = 0;
      browsers.delete(endpoint);
      return result;
    } catch (error) {
      if (limit.aborted && !signal.aborted) recordHung(host, service, endpoint);
      throw error;
    } finally {
      leave(host, service);
    }
  };
}
