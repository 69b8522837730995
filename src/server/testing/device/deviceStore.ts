import type { Message } from '#devices/message.ts';

interface Submitted {
  message: Message;
  resolve(): void;
  reject(error: Error): void;
}

/** Storage behind a device port, answered by the test: at once, or message by message. */
export class DeviceStore {
  submitted: Submitted[] = [];
  automatic = true;
  isPaused = false;
  #drained: (() => void)[] = [];
  #waiting: (() => void)[] = [];

  submit = (message: Message): Promise<void> =>
    new Promise((resolve, reject) => {
      this.submitted.push({ message, resolve, reject });
      if (this.automatic) resolve();
      for (const wake of this.#waiting.splice(0)) wake();
    });

  pressure = {
    paused: (): boolean => this.isPaused,
    onDrain: (callback: () => void): (() => void) => {
      this.#drained.push(callback);
      return () => undefined;
    },
  };

  /** Resolves when so many messages are submitted. */
  async count(minimum: number): Promise<Message[]> {
    while (this.submitted.length < minimum) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.submitted.map(({ message }) => message);
  }

  /** Reports that reading may continue. */
  drain(): void {
    this.isPaused = false;
    for (const proceed of this.#drained) proceed();
  }
}
