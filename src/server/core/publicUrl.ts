import { config } from './runtime.ts';

/** Returns a public URL of the product; null without PUBLIC_URL. */
export function publicUrlOf(path: string): string | null {
  const { publicUrl } = config();
  return publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}/#${path}`;
}
