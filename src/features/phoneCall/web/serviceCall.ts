import type { WarnDetail, WarnStep } from '#features/warn/web/service.ts';
import { wasReached } from './callOrder.ts';
import type { RunningCall } from './runningCall.ts';

const services = { '120': 'emergency', '119': 'fire', '110': 'police' } as const;
export type Service = (typeof services)[keyof typeof services];

/** Connected call that may be recorded as a dispatch. */
export interface ServiceCall {
  service: Service;
  number: string;
  note: string | null;
}

const numberOf = ({ kind, data }: WarnStep) =>
  kind === 'call' && data.contactId === null && typeof data.phone === 'string' ? data.phone : '';

/** Returns the service of a number, with or without an area code; null for other numbers. */
export function serviceOf(number: string): Service | null {
  const plain = /^0?\d{0,3}(120|119|110)$/.exec(number)?.[1] as keyof typeof services | undefined;
  return plain === undefined ? null : services[plain];
}

/** Returns the user's own call to 120, 119 or 110 without a result. */
export function serviceCall(
  steps: readonly WarnStep[],
  userId: string | null,
): { stepId: string; running: RunningCall } | null {
  const step = steps.findLast(
    (candidate) =>
      candidate.userId === userId && candidate.data.result === null && serviceOf(numberOf(candidate)) !== null,
  );
  if (!step) return null;
  const { startedAt } = step.data;
  const running = {
    ...{ key: 'service', name: numberOf(step), contactId: null, phone: numberOf(step), endedAt: null },
    startedAt: Date.parse(typeof startedAt === 'string' ? startedAt : step.at),
    note: step.note ?? '',
  };
  return { stepId: step.id, running };
}

/** Returns the last connected call to a service without a later dispatch on record. */
export function unrecordedCall({ steps, dispatches }: Pick<WarnDetail, 'steps' | 'dispatches'>): ServiceCall | null {
  const step = steps.findLast(
    (candidate) =>
      serviceOf(numberOf(candidate)) !== null &&
      wasReached((candidate.data.result ?? null) as Parameters<typeof wasReached>[0]),
  );
  const service = step && serviceOf(numberOf(step));
  if (!step || !service) return null;
  const recorded = dispatches.some(({ kind, sentAt }) => kind === service && sentAt >= step.at);
  return recorded ? null : { service, number: numberOf(step), note: step.note };
}
