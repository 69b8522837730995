import type { ClientBase } from 'pg';

/** What a step works with. It is handed over because the code around a step moves on, while an applied file may not change. */
export interface StepTools {
  /** In a transaction that is this batch's own; the runner commits it. */
  client: ClientBase;
  /** AES-256-GCM with the key's id in the value. */
  encrypt(text: string): string;
  /** Throws when the value was altered or belongs to another key. */
  decrypt(value: string): string;
  /** HMAC-SHA256 of the trimmed upper-case value, for exact search. */
  searchHash(value: string): Buffer;
  /** HMAC-SHA256 under the key of the log's seals. */
  sealDigest(...parts: (Buffer | string)[]): Buffer;
}

/**
 * What SQL cannot do: the default export of `migrations/NNNN_name.ts`. It does one batch and answers whether anything may be
 * left; it is asked again until nothing is. What it has to do is told by the rows alone, so that it goes on where a killed
 * server stopped, and two servers share the work. It imports nothing but this type, and writes nothing that a trigger
 * would record in clear.
 */
export type Step = (tools: StepTools) => Promise<boolean>;
