import type { IncomingMessage } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { RegisteredCustomer } from '../../test/support/customers.ts';
import { pressFrame } from '../../test/support/watch.ts';
import type { Product } from './product.ts';
import { openDevice } from './simulatedDevice.ts';
import { openStream } from './stream.ts';

/** Time between two presses, ms. */
const gapMs = 60;

/** Times from a press on a watch to its event on a live stream, and of the operator's 接警 call, ms. */
interface Delays {
  event: number[];
  claim: number[];
}

/** Prepares a press of a device: what it does then, and how it ends. */
export type Strike = (number: string) => Promise<{ press(): void; end(): void }>;

/** A user who claims each warn as soon as their stream shows it. */
interface Presser {
  /** Presses one watch, or other device, after the other, until `isEnough` returns true for the number of presses. */
  press(
    customers: readonly RegisteredCustomer[],
    isEnough?: (pressed: number) => boolean,
    strike?: Strike,
  ): Promise<Delays>;
  close(): void;
}

export async function openPresser(product: Product): Promise<Presser> {
  const caller = await product.logIn();
  const stream = await openStream(product, caller.token);
  const nextWarn = listen(stream);
  const ofWatch: Strike = async (number) => {
    const { socket } = await openDevice('watch', product.watchPort, number);
    return { press: () => socket.write(pressFrame(number, 1, new Date())), end: () => socket.end() };
  };
  const pressAndClaim = async (number: string, strike: Strike): Promise<{ event: number; claim: number }> => {
    const { press, end } = await strike(number);
    const arrival = nextWarn();
    const pressed = performance.now();
    press();
    const { id, at } = await arrival;
    const started = performance.now();
    const { code } = await caller.call('warn/claimWarn', { id }, 600_000);
    if (code !== 0) throw new Error(`an alarm could not be taken: ${code}`);
    const claim = performance.now() - started;
    end();
    return { event: at - pressed, claim };
  };
  return {
    press: async (customers, isEnough = () => false, strike = ofWatch) => {
      const delays: Delays = { event: [], claim: [] };
      for (const { number } of customers) {
        if (isEnough(delays.event.length)) break;
        const { event, claim } = await pressAndClaim(number, strike);
        delays.event.push(event);
        delays.claim.push(claim);
        await rest(gapMs);
      }
      return delays;
    },
    close: () => stream.destroy(),
  };
}

/** Returns a function that resolves with the next warn of a press. */
function listen(stream: IncomingMessage): () => Promise<{ id: string; at: number }> {
  let hear: (arrival: { id: string; at: number }) => void = () => undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const at = performance.now();
      const isPress = event === 'warn' && data.includes('"type":"sos"');
      const id = isPress && /"kind":"created","warn":\{"id":"(\d+)"/.exec(data)?.[1];
      if (id) hear({ id, at });
    },
  });
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => parser.feed(part));
  return () => new Promise((resolve) => (hear = resolve));
}
