/**
 * Sends random and changed frames to each stream decoder, and payloads to each format: `script/fuzz-decoders [frames, a million] [seed]`. Prints the
 * number of frames, the speed and the maximum bytes or names held by a connection; exits with 1 and the bytes at the first frame
 * that throws or exceeds the limit.
 */
import { formats } from '../src/devices/formats.ts';
import { type Fuzzed, fuzz, fuzzFormat, sampleFrames, sampleMessages } from '../src/devices/fuzz.ts';
import { streamProtocols } from '../src/devices/streams.ts';

const [times = 1_000_000, seed = Date.now() % 0x1_0000_0000] = process.argv.slice(2).map(Number);

const folder = new URL('../test/samples/', import.meta.url);

function report(name: string, run: () => Fuzzed): void {
  const from = performance.now();
  const { frames, held, fault } = run();
  const seconds = (performance.now() - from) / 1000;
  const rate = Math.round(frames / seconds);
  process.stdout.write(
    `${name}: ${frames} frames in ${seconds.toFixed(1)} s (${rate}/s), held ${held} at most, seed ${seed}\n`,
  );
  if (!fault) return;
  process.stdout.write(`  ${fault.reason}: ${fault.bytes}\n`);
  process.exitCode = 1;
}

for (const protocol of streamProtocols)
  report(protocol.name, () => fuzz(protocol, sampleFrames(folder, protocol.name), times, seed));
for (const format of formats)
  report(format.name, () => fuzzFormat(format, sampleMessages(folder, format.name), times, seed));
