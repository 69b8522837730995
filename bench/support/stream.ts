import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Product } from './product.ts';

/** Opens the live stream of the token's user; the bench closes it by `destroy`. */
export async function openStream({ address }: Pick<Product, 'address'>, token: string): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' };
  const request = get(`${address}/api/events`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`);
  response.on('error', () => undefined);
  return response;
}
