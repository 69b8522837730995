import { pushSpans } from '#devices/json/jsonSpans.ts';
import { decodePush, type PushMapping } from '#devices/json/push.ts';
import type { FrameReader, ReadFrame } from '#features/equipmentLog/server/service.ts';
import { db } from '#server/db/db.ts';

/** Returns the mapping for a single message of a list, which is stored alone. */
function ofOne(mapping: PushMapping): PushMapping {
  if (mapping.body === 'own') return mapping;
  const { messages: _list, ...rest } = mapping;
  return rest;
}

/** Returns a reader of pushed bodies, or single messages of them, by a mapping. */
export function readBy(mapping: PushMapping): ReadFrame {
  return (bytes) => {
    const decoded = decodePush(bytes, mapping);
    const { messages, errors } = decoded.messages.length > 0 ? decoded : decodePush(bytes, ofOne(mapping));
    const spanned = messages.map((message) => ({
      ...message,
      spans: pushSpans(Buffer.from(message.raw, 'hex'), mapping),
    }));
    return { messages: spanned, replies: [], frames: messages.map(({ raw }) => raw), errors };
  };
}

/** Reads `push:<source>` by the source's mapping, also when disabled. */
const reader: FrameReader = {
  family: 'push',
  async open(name) {
    const all = db.selectFrom('pushSource').select('mapping').where('deletedAt', 'is', null);
    const row = await all.where('source', '=', name).executeTakeFirst();
    return row ? readBy(row.mapping as PushMapping) : null;
  },
};
export default reader;
