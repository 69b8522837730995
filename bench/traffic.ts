import { type Device, rowLength } from './support/simulatedDevice.ts';

/** Sends rows for some seconds, `ahead` at a time, each worker by the device that it gets; returns messages a second. */
export async function chatter(seconds: number, ahead: number, deviceOf: (worker: number) => Device): Promise<number> {
  const started = performance.now();
  let messages = 0;
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (; performance.now() < started + seconds * 1000; messages += rowLength) await deviceOf(index).row();
  };
  await Promise.all(Array.from({ length: ahead }, worker));
  return messages / ((performance.now() - started) / 1000);
}

/** Lets the devices report in turn; `stop` returns how many positions a second were confirmed as stored. */
export function report(devices: readonly Device[], perSecond: number): { stop(): number } {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  let next = 0;
  const timer = setInterval(() => {
    for (const due = elapsed() * perSecond; next < due; next++) devices[next % devices.length]?.report();
  }, 10);
  return {
    stop: () => {
      clearInterval(timer);
      return devices.reduce((sum, { stored }) => sum + stored, 0) / elapsed();
    },
  };
}
