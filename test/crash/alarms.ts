import pg from 'pg';
import { pressButton } from '../support/button.ts';
import type { RegisteredCustomer } from '../support/customers.ts';
import { databaseUrlOf } from '../support/database.ts';
import type { PersonBehind, TestGateways } from '../support/gateways.ts';
import { inParallel } from '../support/pool.ts';
import { pressUntilAnswered } from '../support/watch.ts';

/** Period in the key of an alarm message (protocols.md P0.3), ms. */
const keyPeriod = 600_000;

/** Presses sent and acknowledged, as the senders know them. */
export class Presses {
  /** Acknowledged presses by customer. */
  readonly acknowledged = new Map<string, number>();
  /** Presses by customer with repeats that fell into another ten minutes and therefore count as new presses. */
  readonly straddled = new Map<string, number>();
  total = 0;
  sent = 0;
  #waiting: { at: number; of: 'sent' | 'total'; resolve: () => void; reject: (error: Error) => void }[] = [];
  #firstSent = new Map<string, number>();

  noteSent(customerId: string, index: number): void {
    this.sent++;
    const key = `${customerId} ${index}`;
    if (!this.#firstSent.has(key)) this.#firstSent.set(key, Date.now());
    this.#wake();
  }

  noteAcknowledged(customerId: string, index: number): void {
    this.total++;
    this.acknowledged.set(customerId, (this.acknowledged.get(customerId) ?? 0) + 1);
    const first = this.#firstSent.get(`${customerId} ${index}`) ?? Date.now();
    if (Math.floor(first / keyPeriod) !== Math.floor(Date.now() / keyPeriod))
      this.straddled.set(customerId, (this.straddled.get(customerId) ?? 0) + 1);
    this.#wake();
  }

  /** Resolves when this many frames were sent, or presses acknowledged; rejects when all presses end before. */
  reaches(of: 'sent' | 'total', at: number): Promise<void> {
    if (this[of] >= at) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ at, of, resolve, reject }));
  }

  /** Ends the waiting: all presses are acknowledged. */
  over(): void {
    for (const { at, of, reject } of this.#waiting.splice(0))
      reject(new Error(`all is said before "${of}" reaches ${at}: ${this.said()}`));
  }

  /** Returns the progress as text. */
  said(): string {
    const waiting = this.#firstSent.size - this.total;
    return `${this.#firstSent.size} presses sent in ${this.sent} frames, ${this.total} acknowledged, ${waiting} without an answer`;
  }

  #wake(): void {
    const due = this.#waiting.filter(({ at, of }) => this[of] >= at);
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }
}

/**
 * Presses for every customer, `width` at a time; `times` returns how often. Resolves when all presses are acknowledged.
 */
export async function pressAll(
  people: readonly RegisteredCustomer[],
  ports: { watchPort: number; mqttPort: number; behind?: ReadonlyMap<string, PersonBehind>; gateways?: TestGateways },
  presses: Presses,
  times: (person: RegisteredCustomer) => number,
  width = 150,
): Promise<void> {
  await inParallel(people, width, async (person) => {
    const behind = ports.behind?.get(person.customerId);
    if (behind && ports.gateways) {
      presses.noteSent(person.customerId, 1);
      await ports.gateways.press(behind);
      presses.noteAcknowledged(person.customerId, 1);
      return;
    }
    if (person.protocol === 'mqtt') {
      presses.noteSent(person.customerId, 1);
      await pressButton(person.number, ports.mqttPort);
      presses.noteAcknowledged(person.customerId, 1);
      return;
    }
    await pressUntilAnswered({
      number: person.number,
      presses: times(person),
      port: ports.watchPort,
      sent: (index) => presses.noteSent(person.customerId, index),
      acknowledged: (index) => presses.noteAcknowledged(person.customerId, index),
    });
  });
  presses.over();
}

interface Stored {
  customerId: string;
  /** Warn rows in any state. */
  warns: number;
  /** Presses counted by the warns. */
  counted: number;
  /** Timeline steps 告警产生 and 再次告警. */
  steps: number;
  /** Raw messages with distinct keys. */
  messages: number;
  /** Live events 告警产生. */
  events: number;
}

/** Reads the stored warns of each customer. */
export async function readStored(dataDir: string): Promise<Map<string, Stored>> {
  const client = new pg.Client({ connectionString: databaseUrlOf(dataDir) });
  await client.connect();
  try {
    // New tables have no statistics for the planner yet.
    await client.query('analyze');
    const { rows } = await client.query<Stored>(`
      with steps as (
        select o.customer_id, count(*)::int as n from warn_step s join warn o on o.id = s.warn_id
        where s.kind in ('created', 'repeated') group by 1),
      messages as (
        select e.customer_id, count(distinct r.key)::int as n from raw_message r join equipment e on e.id = r.device_id
        group by 1),
      events as (
        select o.customer_id, count(*)::int as n from event v join warn o on o.id::text = v.body ->> 'id'
        where v.topic = 'warn' and v.kind = 'created' group by 1),
      warns as (
        select customer_id, count(*)::int as warns, sum(repeat_count + 1)::int as counted from warn
        where customer_id is not null group by 1)
      select w.customer_id::text as "customerId", w.warns, w.counted, coalesce(steps.n, 0) as steps,
        coalesce(messages.n, 0) as messages, coalesce(events.n, 0) as events
      from warns w left join steps using (customer_id) left join messages using (customer_id)
        left join events using (customer_id)`);
    return new Map(rows.map((row) => [row.customerId, row]));
  } finally {
    await client.end();
  }
}

/**
 * Returns violations of the promise: an acknowledged press missing or counted twice, a warn without its steps, message
 * or event. Empty when all is well.
 */
export function contradictions(presses: Presses, stored: Map<string, Stored>): string[] {
  return [...presses.acknowledged].flatMap(([customerId, pressed]) => {
    const row = stored.get(customerId);
    if (!row) return [`${customerId}: ${pressed} acknowledged, no alarm`];
    const most = pressed + (presses.straddled.get(customerId) ?? 0);
    const right =
      row.warns === 1 &&
      row.counted >= pressed &&
      row.counted <= most &&
      row.steps === row.counted &&
      row.messages === row.counted &&
      row.events === 1;
    return right ? [] : [`${customerId}: ${pressed} acknowledged, stored ${JSON.stringify(row)}`];
  });
}
