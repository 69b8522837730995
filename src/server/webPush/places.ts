import { OutboundError } from '#server/net/outboundHttp.ts';

interface Waiting {
  /** True for a browser that failed to answer twice: it is served last. */
  last: boolean;
  start(): void;
  fail(error: unknown): void;
}

/** A push service, by the host of its endpoints. */
interface Service {
  running: number;
  /** Consecutive attempts without an answer. */
  hung: number;
  waiting: Waiting[];
}

interface Limits {
  /** Maximum parallel attempts per service. */
  places: number;
  /** Timeout of an attempt, ms. */
  timeoutMs: number;
}

/** Consecutive attempts without an answer after which a service or browser counts as hanging. */
const hanging = 2;
/** Maximum number of hanging browsers in memory. */
const maxBrowsers = 10_000;

/**
 * Limits parallel attempts per push service, so that a hanging service blocks no other. While it hangs, an attempt
 * without a free slot fails at once; browsers that hung twice share half of the slots and are served last.
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
   * Runs one attempt to a browser in a slot of its service. `attempt` must end with its signal.
   * @throws errors of `attempt`; OutboundError if the service hangs and has no free slot
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
