import { expect, test } from 'vitest';
import { fuzz, sampleFrames } from './fuzz.ts';
import { streamProtocols } from './streams.ts';

const samples = new URL('../../test/samples/', import.meta.url);

test.each(streamProtocols.map((entry) => [entry.name, entry] as const))(
  '%s: 20,000 random and changed frames neither throw nor hold more than the bound',
  (name, protocol) => {
    const { frames, fault } = fuzz(protocol, sampleFrames(samples, name), 20_000, 808);
    expect(fault).toBeNull();
    expect(frames).toBe(20_000);
  },
);
