import { config } from './runtime.ts';

/** An address of the product from outside; null while PUBLIC_URL does not say how it is reached. */
export function publicUrlOf(path: string): string | null {
  const { publicUrl } = config();
  return publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}/#${path}`;
}
