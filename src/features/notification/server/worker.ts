import { runInBackground } from '#server/core/background.ts';
import { onPool } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { deliverDue, renewLeases } from './deliver.ts';
import { fallBack } from './fallback.ts';
import { followCarriers } from './gather.ts';
import { trimMessages } from './trim.ts';

/** Sends on every node: at once after a commit with messages, else within a second. */
const part: Worker = {
  async start() {
    const stop = new AbortController();
    const begun = new Set<Promise<void>>();
    let [running, again] = [false, false];
    const pump = async (): Promise<void> => {
      again = true;
      if (running) return;
      running = true;
      try {
        while (again && !stop.signal.aborted) {
          again = false;
          for (const delivery of await deliverDue(stop.signal, look)) {
            begun.add(delivery);
            runInBackground(
              delivery.finally(() => begun.delete(delivery)),
              'notification',
            );
          }
        }
      } finally {
        running = false;
      }
    };
    const look = () => {
      runInBackground(onPool('direct', pump), 'notification');
    };
    const asleep = ['event', 'notification'].map((topic) => wake.subscribe(topic, look));
    const turns = [
      every('notification.due', '通知发送', 1, () => onPool('direct', pump)),
      every('notification.gathered', '合并通知核对', 1, () => onPool('outside', followCarriers)),
      every('notification.lease', '通知发送续期', 1, () => onPool('direct', renewLeases)),
      every('notification.trim', '历史通知清理', 3600, trimMessages, true),
      every('notification.pass', '通知改用备用渠道', 1, () =>
        onPool('direct', () => fallBack(() => wake.publish('notification'))),
      ),
    ];
    return async () => {
      for (const off of asleep) off();
      stop.abort();
      for (const turn of turns) await turn();
      await Promise.allSettled(begun);
    };
  },
};
export default part;
