import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { onDatabase } from '../../test/support/database.ts';
import { type Figure, figure, kb, ms, percentile } from '../support/figures.ts';
import type { Product } from '../support/product.ts';

/** A week of a point each ten seconds. */
const points = 60_480;
const calls = 40;
const warmUp = 5;
const aims = { ms: 150, kb: 300 };

/** Points of somebody who is at home but for three hours a day, when they walk round; each off by some metres, as fixes are. */
const week = `
  insert into position (device_id, at, lat, lng, accuracy, speed, source, flags, project_id, customer_id)
  select e.id, t.at, round((28.935 + t.away * sin(t.angle) * 0.004 + (random() - 0.5) * 0.0002)::numeric, 6), round((118.885 + t.away * cos(t.angle) * 0.004 + (random() - 0.5) * 0.0002)::numeric, 6),
    5 + floor(random() * 16), case when t.away > 0 then round((2 + 2 * random())::numeric, 1) else 0 end, 'gnss', 0, e.project_id, e.customer_id
  from equipment e, (
    select n, date_trunc('second', now()) - (${points} - n) * interval '10 seconds' as at, n % 8640 * 2 * pi() / 1080 as angle,
      case when n % 8640 between 3240 and 4319 then sin((n % 8640 - 3240) * pi() / 1080) else 0 end as away from generate_series(1, ${points}) n) t
  where e.customer_id = $1`;

/** Measures the call for a week of track: time until the last byte, and bytes as a browser gets them. */
export async function measureTrack(product: Product, customerId: string): Promise<Figure[]> {
  await onDatabase(product.databaseUrl, async (client) => {
    await client.query(week, [customerId]);
    await client.query('vacuum (analyze) position');
  });
  const { token } = await product.logIn();
  const now = Date.now();
  const input = { customerId, from: new Date(now - 7 * 86_400_000).toISOString(), to: new Date(now).toISOString() };
  const took: number[] = [];
  let bytes = 0;
  for (let call = 0; call < warmUp + calls; call++) {
    const answer = await post(product, 'location/getTrack', token, input);
    bytes = answer.bytes;
    if (call >= warmUp) took.push(answer.took);
  }
  const p50 = percentile(took, 0.5);
  return [
    figure(
      `Track of a week, ${points} points: answered, p50 / p95 (${calls} samples)`,
      `${ms(p50)} / ${ms(percentile(took, 0.95))}`,
      `p50 ≤ ${aims.ms} ms`,
      p50 <= aims.ms,
    ),
    figure('Bytes of its answer on the wire', kb(bytes), `≤ ${aims.kb} kB`, bytes <= aims.kb * 1000),
  ];
}

/** Posts as a browser does; returns the time until the last byte, and the bytes of the body as they are sent. */
async function post({ address }: Product, path: string, token: string, input: object) {
  const started = performance.now();
  const call = request(`${address}/api/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
    },
  });
  call.end(JSON.stringify(input));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`${path} was answered with ${response.statusCode}`);
  return { took: performance.now() - started, bytes };
}
