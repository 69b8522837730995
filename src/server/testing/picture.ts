import sharp from 'sharp';

/** Returns a small PNG of one colour. */
export function aPicture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b7a70' } })
    .png()
    .toBuffer();
}
