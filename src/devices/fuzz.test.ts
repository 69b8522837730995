import { expect, test } from 'vitest';
import { formats } from './formats.ts';
import { fuzz, fuzzFormat, sampleFrames, sampleMessages } from './fuzz.ts';
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

test.each(formats.map((entry) => [entry.name, entry] as const))(
  '%s: 3,000 random and changed payloads never throw and stay bounded',
  (name, format) => {
    const { frames, fault } = fuzzFormat(format, sampleMessages(samples, name), 3_000, 35);
    expect(fault).toBeNull();
    expect(frames).toBe(3_000);
  },
);
