import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeBytes } from './framer.ts';
import { streamProtocols } from './streams.ts';

interface Sample {
  frame: string;
  encoding: 'hex' | 'text';
  /** Expected fields of the message. */
  expect: { reads?: object };
}

function samplesOf(protocol: string): Sample[] {
  const file = new URL(`../../test/samples/${protocol}.jsonl`, import.meta.url);
  const samples = readFileSync(file, 'utf8').trim().split('\n');
  return samples.map((line) => JSON.parse(line) as Sample).filter((sample) => sample.expect.reads);
}

test.each(streamProtocols.map((entry) => [entry.name, entry] as const))(
  '%s: messages of real devices say who, when, where, how charged and what is wrong',
  (name, protocol) => {
    for (const { frame, encoding, expect: expected } of samplesOf(name)) {
      const bytes = Buffer.from(frame, encoding === 'hex' ? 'hex' : 'latin1');
      const state = Object.assign(protocol.createState(), { number: name === 'gt06' ? '' : null });
      const { messages, errors } = decodeBytes(protocol, bytes, state, 0);
      expect({ frame, errors }).toEqual({ frame, errors: [] });
      expect({ frame, ...messages[0] }).toMatchObject({ frame, ...expected.reads });
    }
  },
);
