import { type Profile, profileOf } from '#devices/profile.ts';
import { db } from '#server/db/db.ts';

/** What a model says of its devices' messages. */
export interface MessageProfile {
  protocol: string;
  profile: Profile;
  /** What its properties may be, by kind of reading. */
  bounds: ReadonlyMap<string, { min: number; max: number }>;
}

/** What was read is used for so long, ms: an edit reaches every connection within a minute with it. */
const ttlMs = 10_000;

let last: { at: number; models: Promise<Map<string, MessageProfile>> } | undefined;

async function read(): Promise<Map<string, MessageProfile>> {
  const rows = await db
    .selectFrom('model')
    .select(['id', 'protocol', 'profile', 'events', 'properties'])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, protocol, profile, events, properties }) => [
      id,
      { protocol, profile: profileOf({ profile, events }), bounds: boundsOf(properties) },
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

/** All models by id, a few seconds old at most; a reading that failed is tried again by the next. */
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

/** The next who asks reads anew: a model was changed here. */
export function clearModelCache(): void {
  last = undefined;
}
