import { sql } from 'kysely';
import type { channelApi } from '#features/channel/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, equals } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { ChannelKind } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { type Config, secretsOf } from './config.ts';
import { adaptedKinds, adapterOf } from './find.ts';
import { requireProject } from './scope.ts';

type Api = typeof channelApi;
type Row = OutputOf<Api['getChannelList']>;
type Option = OutputOf<Api['getChannelOption']>['kinds'][number];

/** Lists the channels of a project, with their last success and last failure. 404 outside the scope. */
export async function getChannelList(viewer: Viewer, input: InputOf<Api['getChannelList']>): Promise<Paged<Row>> {
  await requireProject(db, viewer, input.projectId);
  const fields = { name: 'channel.name', kind: 'channel.kind', createdAt: 'channel.createdAt' } as const;
  const { limit, offset, order } = pageOf(input, fields, sql`channel.id`);
  const channels = db
    .selectFrom('channel')
    .where('deletedAt', 'is', null)
    .where(and(equals('channel.projectId', input.projectId), contains(['channel.name'], input.keyword)));
  const rows = await channels
    .leftJoin('channelState as s', 's.channelId', 'channel.id')
    .select(['id', 'projectId', 'kind', 'name', 'status', 'config', 'secretCipher', 'createdAt', 'version'])
    .select(['s.workedAt', 's.failedAt', 's.reason'])
    .orderBy(order)
    .limit(limit)
    .offset(offset)
    .$narrowType<{ kind: ChannelKind; config: Config }>()
    .execute();
  return {
    count: await countOf(channels.select('id')),
    rows: rows.map(({ secretCipher, ...row }) => ({
      ...row,
      secrets: Object.keys(secretsOf({ config: row.config, secretCipher })),
    })),
  };
}

interface FieldSchema {
  title?: string;
  type?: string;
  enum?: readonly string[];
  words?: Readonly<Record<string, string>>;
  hint?: string;
  rows?: number;
  asked?: Option['fields'][number]['asked'];
}

async function optionOf(kind: ChannelKind): Promise<Option> {
  const adapter = await adapterOf(kind);
  const { properties = {}, required = [] } = adapter?.config ?? {};
  const secrets: readonly string[] = adapter?.secrets ?? [];
  const fields = Object.entries(properties as Record<string, FieldSchema>).map(([key, schema]) => ({
    key,
    title: schema.title ?? key,
    type: typeOf(schema),
    required: (required as readonly string[]).includes(key),
    secret: secrets.includes(key),
    hint: schema.hint ?? null,
    rows: schema.rows ?? null,
    asked: schema.asked ?? null,
    options: (schema.enum ?? []).map((value) => ({ value, label: schema.words?.[value] ?? value })),
  }));
  return { kind, fields };
}

function typeOf({ type, enum: values }: FieldSchema): Option['fields'][number]['type'] {
  if (values) return 'choice';
  return type === 'integer' || type === 'boolean' ? type : 'text';
}

/** Returns the kinds of channel that can be set up, with the fields of their settings. */
export async function getChannelOption(): Promise<OutputOf<Api['getChannelOption']>> {
  const kinds = await adaptedKinds();
  return { kinds: await Promise.all(kinds.map(optionOf)) };
}
