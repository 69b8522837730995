import type { archiveApi } from '#features/archive/contract.ts';
import { outOfBandOf } from '#features/reading/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { assessmentsOf, examinationsOf, followUpsOf, warningsOf } from './archiveHooks.ts';
import { countText, utmostText } from './signText.ts';

type Kind = OutputOf<(typeof archiveApi)['getArchiveTimeline']>['kind'];

/** Event that is no row of a table. */
interface TimelineEvent {
  at: string;
  kind: Kind;
  id: string;
  name: string;
  text: string | null;
  level: number | null;
  url: string | null;
}

/** Days of values that are read where the time is open. */
const longestDays = 366;

interface TimelineFilters {
  from: string | undefined;
  to: string | undefined;
  includes: (kind: Kind) => boolean;
}

/** Values out of their band by day, worst value first of the day. */
async function readingDays(customerId: string, from: number, until: number): Promise<TimelineEvent[]> {
  const days = await outOfBandOf(db, customerId, from, until);
  return days.map((day) => ({
    ...{ at: day.at, kind: 'reading' as const, id: customerId, level: day.level },
    name: countText(day),
    text: `${utmostText(day)}（${day.local.slice(11)}）`,
    url: `/healthy/archives/${customerId}?section=trend&kind=${day.kind}`,
  }));
}

/** Returns the days with values out of their band, health warnings, finished assessments, submitted examinations and follow-ups. */
export async function eventsElsewhere(
  viewer: Viewer,
  customerId: string,
  { from, to, includes }: TimelineFilters,
): Promise<TimelineEvent[]> {
  const until = Math.min(to ? Date.parse(to) + 1 : Date.now(), Date.now());
  const start = Math.max(from ? Date.parse(from) : 0, until - longestDays * 86_400_000);
  const span = [from ?? '2000-01-01T00:00:00Z', new Date(until).toISOString()] as const;
  const [days, warnings, assessments, examinations, followUps] = await Promise.all([
    includes('reading') && start < until ? readingDays(customerId, start, until) : [],
    includes('healthWarn') ? warningsOf(viewer, customerId, ...span) : [],
    includes('assessment') ? assessmentsOf(viewer, customerId, ...span) : [],
    includes('physical') ? examinationsOf(viewer, customerId, ...span) : [],
    includes('followUp') ? followUpsOf(customerId, ...span) : [],
  ]);
  return [
    ...days,
    ...warnings.map(({ title, ...rest }) => ({ ...rest, kind: 'healthWarn' as const, name: title })),
    ...assessments.map(({ title, ...rest }) => ({ ...rest, kind: 'assessment' as const, name: title, level: null })),
    ...examinations.map(({ title, ...rest }) => ({ ...rest, kind: 'physical' as const, name: title, level: null })),
    ...followUps.map(({ title, ...rest }) => ({ ...rest, kind: 'followUp' as const, name: title, level: null })),
  ];
}
