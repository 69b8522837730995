/**
 * Sends random and changed frames to each stream decoder: `script/fuzz-decoders [frames, a million] [seed]`. Prints the
 * number of frames, the speed and the maximum bytes held by a connection; exits with 1 and the bytes at the first frame
 * that throws or exceeds the limit.
 */
import { fuzz, sampleFrames } from '../src/devices/fuzz.ts';
import { streamProtocols } from '../src/devices/streams.ts';

const [times = 1_000_000, seed = Date.now() % 0x1_0000_0000] = process.argv.slice(2).map(Number);

for (const protocol of streamProtocols) {
  const from = performance.now();
  const samples = sampleFrames(new URL('../test/samples/', import.meta.url), protocol.name);
  const { frames, held, fault } = fuzz(protocol, samples, times, seed);
  const seconds = (performance.now() - from) / 1000;
  const rate = Math.round(frames / seconds);
  process.stdout.write(
    `${protocol.name}: ${frames} frames in ${seconds.toFixed(1)} s (${rate}/s), held ${held} bytes at most, seed ${seed}\n`,
  );
  if (!fault) continue;
  process.stdout.write(`  ${fault.reason}: ${fault.bytes}\n`);
  process.exitCode = 1;
}
