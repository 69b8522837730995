import { sql } from 'kysely';
import { attachScan, lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import { saveAttachment, validateAttachments } from '#features/file/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type Hooks, type ResourceInput } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { valueByLabel } from '#server/feature/dictionaryLabels.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { chronicOf } from '#shared/health/chronic.ts';
import type { Resource } from '#shared/resource.ts';
import type { Fields } from '#shared/resourceField.ts';
import {
  admission,
  aid,
  allergy,
  attachment,
  condition,
  family,
  medicine,
  surgery,
  vaccination,
} from '../contract/sections.ts';
import { daysLeft } from './daysLeft.ts';
import { refreshSummary, settleArchives } from './words.ts';

/** Rows of a section per customer at most. */
export const maxRows = 200;

/** Subject of an upload that no row names yet. */
const subject = 'archive';
/** Whoever may see the archive may open its files. */
const rights = ['archive:list'];

async function lockUnsealed(tx: Db, viewer: Viewer, customerId: string): Promise<void> {
  await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
}

async function requireRoom(tx: Db, { name, title }: { name: string; title: string }, customerId: string) {
  // One type for all sections: each has these columns.
  const row = await tx
    .selectFrom(name as 'aid')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (Number(row?.n ?? 0) >= maxRows) throw invalidField('customerId', `${title}最多${maxRows}条`, 'max');
}

/** A row that belongs to a customer. */
interface Owned {
  customerId: string;
}

/** Creates the calls of a section: a sealed archive refuses every change; the words of the customer follow. */
function section<F extends Fields, N extends string>(resource: Resource<F, N>, hooks: Hooks<F, N> = {}) {
  const follow = async ({ tx }: CommandContext, customerId: string) => {
    await refreshSummary(tx, customerId);
    await settleArchives(tx, [customerId]);
  };
  const customerOf = (input: object, previous: object | null) => ((previous ?? input) as Owned).customerId;
  return crud(resource, {
    ...hooks,
    lockOwner: lockUnsealed,
    async beforeChange(ctx, viewer, input, previous) {
      if (previous === null) await requireRoom(ctx.tx, resource, customerOf(input, null));
      return hooks.beforeChange?.(ctx, viewer, input, previous);
    },
    async afterChange(ctx, viewer, id, input, previous) {
      await hooks.afterChange?.(ctx, viewer, id, input, previous);
      await follow(ctx, customerOf(input, previous));
    },
    afterDelete: (ctx, _viewer, row) => follow(ctx, (row as unknown as Owned).customerId),
  });
}

type ConditionInput = ResourceInput<typeof condition.fields>;

/** Returns the group of a condition: by its code, else by a name that is a label, else as it was. */
function groupOf({ code, name }: ConditionInput, previous: { code: string | null; chronic: string | null } | null) {
  const icd = code === undefined ? previous?.code : code;
  if (icd) return icd === previous?.code ? previous.chronic : chronicOf(icd);
  const named = name === undefined ? undefined : valueByLabel('chronic', name);
  return named ?? (name === undefined && code === undefined ? (previous?.chronic ?? null) : null);
}

export const allergies = section(allergy, { defaultOrder: sql`allergy.severity desc nulls last, allergy.id` });

export const conditions = section(condition, {
  defaultOrder: sql`condition.state, condition.since desc nulls last, condition.id`,
  beforeChange: (_ctx, _viewer, input, previous) => ({ values: { chronic: groupOf(input, previous) } }),
});

export const medicines = section(medicine, {
  defaultOrder: sql`medicine.state, medicine.id`,
  afterRead: (_viewer, rows) => rows.map((row) => ({ ...row, daysLeft: daysLeft(row) })),
  beforeChange(_ctx, _viewer, input, previous) {
    const since = input.since === undefined ? previous?.since : input.since;
    const until = input.until === undefined ? previous?.until : input.until;
    // A month or a year ends after its first day.
    if (since && until && until < since.slice(0, until.length))
      throw invalidField('until', '截止日期不能早于起始', 'order');
    return undefined;
  },
});

export const surgeries = section(surgery, { defaultOrder: sql`surgery.at desc, surgery.id desc` });
export const families = section(family, { defaultOrder: sql`family.id` });
export const vaccinations = section(vaccination, { defaultOrder: sql`vaccination.at desc, vaccination.id desc` });
export const admissions = section(admission, { defaultOrder: sql`admission.from_date desc, admission.id desc` });
export const aids = section(aid, { defaultOrder: sql`aid.id` });

async function attach(tx: Db, viewer: Viewer, customerId: string, fileId: string | null, former: string | null) {
  await attachScan(tx, await lockCustomer(tx, viewer, customerId), fileId, former, rights);
}

export const attachments = section(attachment, {
  defaultOrder: sql`attachment.at desc, attachment.id desc`,
  computedColumns: () => ({
    file: sql`(select jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size)
      from file f where f.id = attachment.file_id and f.deleted_at is null)`,
  }),
  async beforeChange({ tx }, viewer, input, previous) {
    if (previous === null) await validateAttachments(tx, viewer, [input.fileId ?? ''], [], subject, 'fileId');
    return undefined;
  },
  async afterChange({ tx }, viewer, _id, input, previous) {
    if (previous === null) await attach(tx, viewer, input.customerId ?? '', input.fileId ?? null, null);
  },
  beforeDelete: ({ tx }, viewer, { customerId, fileId }) => attach(tx, viewer, customerId, null, fileId),
});

/** Saves an uploaded file; saving the form attaches it to the customer. */
export function uploadArchiveFile(viewer: Viewer, _input: object, { file }: RequestInfo) {
  return saveAttachment(viewer, file, subject);
}
