import { type Profile, profileOf } from '#devices/profile.ts';
import { db } from '#server/db/db.ts';

/** Settings of a model for the messages of its devices. */
export interface MessageProfile {
  protocol: string;
  profile: Profile;
  /** Silence after which its devices are offline. */
  offlineSeconds: number;
  /** Bounds of its properties, by kind of reading. */
  bounds: ReadonlyMap<string, { min: number; max: number }>;
}

/** Validity of the cache, ms: with it an edit reaches every connection within a minute. */
const ttlMs = 10_000;

let last: { at: number; models: Promise<Map<string, MessageProfile>> } | undefined;

async function read(): Promise<Map<string, MessageProfile>> {
  const rows = await db
    .selectFrom('model')
    .select(['id', 'protocol', 'kind', 'profile', 'events', 'properties', 'offlineSeconds'])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, properties, offlineSeconds, ...model }) => [
      id,
      { protocol: model.protocol, profile: profileOf(model), bounds: boundsOf(properties), offlineSeconds },
    ]),
  );
}

function boundsOf(properties: unknown): MessageProfile['bounds'] {
  const list = Array.isArray(properties) ? (properties as { code: string; min?: number; max?: number }[]) : [];
  return new Map(
    list.flatMap(({ code, min = -Infinity, max = Infinity }) =>
      min === -Infinity && max === Infinity ? [] : [[code, { min, max }] as const],
    ),
  );
}

/** Returns all models by id, at most 10 s old; after a failure the next call reads again. */
export function messageProfiles(): Promise<Map<string, MessageProfile>> {
  if (!last || Date.now() - last.at > ttlMs) {
    const models = read();
    last = { at: Date.now(), models };
    models.catch(() => {
      last = undefined;
    });
  }
  return last.models;
}

/** Clears the cache after a change on this node. */
export function clearModelCache(): void {
  last = undefined;
}
