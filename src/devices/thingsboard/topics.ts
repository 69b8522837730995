import type { FormatLogin } from '../format.ts';

/** Meanings of the topics on which a device publishes for itself. */
const own: readonly (readonly [topic: RegExp, word: string])[] = [
  [/^(?:v1\/devices\/me\/telemetry|v2\/t(?:\/j)?)$/, 'telemetry'],
  [/^(?:v1\/devices\/me\/attributes|v2\/a(?:\/j)?)$/, 'attributes'],
  [/^v2\/[ta]\/p$/, 'protobuf'],
  [/^v1\/devices\/me\/attributes\/request\/(\d{1,10})$/, 'attributes/request'],
  [/^v1\/devices\/me\/rpc\/request\/(\d{1,10})$/, 'rpc/request'],
  [/^v1\/devices\/me\/rpc\/response\/(\d{1,10})$/, 'rpc/response'],
  // Acknowledged and dropped: claiming, provisioning, firmware.
  [/^(?:v1\/devices\/me\/claim|\/?provision\/request|v2\/fw\/request\/\d+\/chunk\/\d+)$/, 'dropped'],
];

/** Meanings of the topics on which a gateway publishes for its children. */
const ofGateway: readonly (readonly [topic: RegExp, word: string])[] = [
  [/^v1\/gateway\/(connect|disconnect|telemetry|attributes|attributes\/request|rpc)$/, 'gateway'],
  [/^v1\/gateway\/claim$/, 'dropped'],
];

/** Meaning of a topic: a word, with the request's number or the part after `v1/gateway/`. */
export interface TopicMeaning {
  word: string;
  rest: string;
}

function meaningIn(table: typeof own, topic: string): TopicMeaning | null {
  for (const [pattern, word] of table) {
    const match = pattern.exec(topic);
    if (match) return { word, rest: match[1] ?? '' };
  }
  return null;
}

/** Returns the meaning of a topic; null for one that is none of the format's. */
export function meaningOf(topic: string): TopicMeaning | null {
  return meaningIn(own, topic) ?? meaningIn(ofGateway, topic);
}

export function mayPublish(topic: string, { isGateway }: Pick<FormatLogin, 'isGateway'>): boolean {
  return meaningIn(own, topic) !== null || (isGateway && meaningIn(ofGateway, topic) !== null);
}

const ownFilters = [
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v1/devices/me/rpc/request/+',
  'v1/devices/me/rpc/response/+',
];
const gatewayFilters = ['v1/gateway/attributes', 'v1/gateway/attributes/response', 'v1/gateway/rpc'];

export function filters({ isGateway }: Pick<FormatLogin, 'isGateway'>): string[] {
  return isGateway ? [...ownFilters, ...gatewayFilters] : ownFilters;
}
