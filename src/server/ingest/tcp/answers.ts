/** Answer to one frame, sent after its message is stored. */
export interface Answer {
  bytes: Buffer | null;
  state: 'waiting' | 'stored' | 'failed';
}

/** Answers of a connection, in the order of its frames. */
export class Answers {
  #all: Answer[] = [];

  get count(): number {
    return this.#all.length;
  }

  add(bytes: Buffer | null): Answer {
    const answer: Answer = { bytes, state: 'waiting' };
    this.#all.push(answer);
    return answer;
  }

  /** Returns all answers that may be sent: up to the first that waits, or whose message could not be stored. */
  take(): { ready: Buffer[]; isFailed: boolean } {
    const ready: Buffer[] = [];
    for (let first = this.#all[0]; first && first.state !== 'waiting'; first = this.#all[0]) {
      this.#all.shift();
      if (first.state === 'failed') return { ready, isFailed: true };
      if (first.bytes) ready.push(first.bytes);
    }
    return { ready, isFailed: false };
  }

  clear(): void {
    this.#all = [];
  }
}
