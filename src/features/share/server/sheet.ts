import { consentValidityOf } from '#features/customer/server/service.ts';
import { hotlineOf } from '#features/project/server/service.ts';
import { outsideLabel, type StoredWarn, warnRows } from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { type StepKind, stepKinds, type WarnType } from '#shared/codes.ts';
import type { SharedSheet } from '#shared/contract/share.ts';
import { maskName } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';

type Sheet = Static<typeof SharedSheet>;
type Data = Record<string, unknown>;

/** Kinds of steps with internal notes: notes, releases, transfers. */
const inHouse: readonly StepKind[] = ['note', 'released', 'transferred'];

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the called party by role, never by name or number. */
function callText(data: Data): string {
  const relation = text(data.relation);
  const result = text(data.result);
  return ['呼叫', relation && labelOf('relation', relation), result && labelOf('call_result', result)]
    .filter(Boolean)
    .join(' ');
}

function stepText(kind: StepKind, data: Data): string {
  if (kind === 'call') return callText(data);
  if (kind === 'dispatch') return `派单 ${labelOf('dispatch_kind', text(data.kind) ?? 'other')}`;
  if (kind === 'dispatch_state') return `派单 ${labelOf('dispatch_state', text(data.state) ?? 'sent')}`;
  return stepKinds[kind];
}

/** Types that reveal health by themselves. */
const ofHealth: readonly WarnType[] = ['breath', 'heart'];

/**
 * Returns why a warn cannot be shared outside; undefined if it can. Health data without valid consent is not shared.
 */
export async function shareRefusal(
  tx: Db,
  { family, type, customerId }: Pick<StoredWarn, 'family' | 'type' | 'customerId'>,
): Promise<string | undefined> {
  if (customerId === null || (family !== 'health' && !ofHealth.includes(type))) return undefined;
  const consent = await consentValidityOf(tx, customerId, 'health');
  return consent === 'withdrawn' || consent === 'over' ? '客户对健康信息的同意已撤回或到期，不能分享' : undefined;
}

/**
 * Returns the warn's 处置单 for outside: first character of the name, community, roles instead of names, no numbers, no
 * typed text. The caller has checked the permission. Null if the warn is missing or must not be shared.
 */
export async function sharedSheet(tx: Db, id: string): Promise<Sheet | null> {
  const [row] = await warnRows(tx, [id]);
  const stored = await tx
    .selectFrom('warn')
    .select(['family', 'type', 'customerId', 'projectId', 'firstClaimedAt', 'familyToldAt', 'arrivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  const steps = await tx
    .selectFrom('warnStep')
    .select(['kind', 'at', 'data'])
    .where('warnId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  if (!row || !stored || (await shareRefusal(tx, stored))) return null;
  const { name, hotline } = await hotlineOf(tx, stored.projectId);
  const after = (at: string) => Math.max(0, Math.round((Date.parse(at) - Date.parse(row.receivedAt)) / 1000));
  const since = (at: string | null) => (at === null ? null : after(at));
  const customerParts = [
    row.customerName ? maskName(row.customerName) : '未登记',
    row.gender ? labelOf('gender', row.gender) : null,
    row.age === null ? null : `${row.age} 岁`,
  ];
  return {
    no: row.no,
    type: outsideLabel(row.type),
    level: row.level,
    levelName: labelOf('warn_level', row.level),
    status: labelOf('warn_status', row.status),
    presses: row.repeatCount + 1,
    person: customerParts.filter(Boolean).join(' · '),
    area: row.area,
    occurredAt: row.occurredAt ?? row.receivedAt,
    receivedAt: row.receivedAt,
    finishedAt: row.finishedAt,
    claimed: since(stored.firstClaimedAt),
    familyTold: since(stored.familyToldAt),
    arrived: since(stored.arrivedAt),
    result: row.result
      ? labelOf('warn_result', row.result)
      : row.falseReason
        ? labelOf('false_reason', row.falseReason)
        : null,
    steps: steps
      .filter(({ kind }) => !inHouse.includes(kind))
      .map(({ kind, at, data }) => ({ at, after: after(at), text: stepText(kind, data) })),
    service: name,
    servicePhone: hotline,
    timeZone: row.timeZone,
  };
}
