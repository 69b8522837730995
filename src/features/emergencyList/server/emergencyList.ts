import { sql } from 'kysely';
import type { UnmaskedCustomer } from '#features/customer/contract.ts';
import { emergencyCustomers, unmaskedCustomers } from '#features/customer/server/service.ts';
import type { emergencyListApi } from '#features/emergencyList/contract.ts';
import { saveForOwner } from '#features/file/server/service.ts';
import { withdrawInTransaction } from '#features/notice/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { viewerZone } from '#server/db/zone.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { type Cell, sheetStream, sheetTime, workbookType } from '#server/files/workbook.ts';
import { addressText } from '#shared/address.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Static } from '#shared/typebox.ts';

type EmergencyEntry = OutputOf<(typeof emergencyListApi)['getEmergencyList']>['people'][number];
type Unmasked = Static<typeof UnmaskedCustomer>;

/** Maximum number of customers on the screen and in print: about 200 pages. */
const maxPrinted = 3000;
/** Maximum number of rows in a file; a page waits while it is written. */
const maxFileRows = 50_000;

function entryOf({ name, age, area, spot, address, mobile, phone, flags, contacts }: Unmasked): EmergencyEntry {
  return {
    ...{ name, age, area, spot, address, phone: mobile ?? phone, flags },
    contacts: contacts.map((contact) => ({
      name: contact.name,
      relation: contact.relation,
      phone: contact.mobile ?? contact.phone,
      hasKey: contact.hasKey,
    })),
  };
}

/**
 * Returns the active customers with phone numbers, highest risk first; leaders print the list for outages. The command
 * log records the viewer and the page that cached it.
 */
export async function getEmergencyList(
  viewer: Viewer,
): Promise<OutputOf<(typeof emergencyListApi)['getEmergencyList']>> {
  const { ids, total } = await emergencyCustomers(viewer, maxPrinted);
  const entries: EmergencyEntry[] = [];
  const pause = cooperativePause();
  for await (const customer of unmaskedCustomers(ids)) {
    entries.push(entryOf(customer));
    await pause();
  }
  return { total, people: entries };
}

const columns = { 姓名: 12, 年龄: 6, 地址: 40, 电话: 16, 注意: 24, 联系人: 60 } as const;

function cellsOf({ name, age, phone, flags, contacts, ...place }: EmergencyEntry): Cell[] {
  const contactTexts = contacts.map(
    (contact) =>
      `${contact.name}（${labelOf('relation', contact.relation)}${contact.hasKey ? '，有钥匙' : ''}）${contact.phone ?? '—'}`,
  );
  return [name, age, addressText(place), phone, flags.join('、'), contactTexts.join('；')];
}

async function* rowsOf(
  viewer: Viewer,
  { ids, total }: Awaited<ReturnType<typeof emergencyCustomers>>,
  takenAt: string | null,
): AsyncGenerator<Cell[]> {
  const cut = total > ids.length ? `，只列风险最高的 ${ids.length} 人` : '';
  yield [
    `应急名单 · ${viewer.name}（${viewer.account}）${takenAt} 下载 · 追踪号 ${viewer.traceId} · 含完整个人信息，严禁外传 · 服务中 ${total} 人${cut}`,
  ];
  yield Object.keys(columns);
  for await (const customer of unmaskedCustomers(ids)) yield cellsOf(entryOf(customer));
}

/** Marks the list as taken in the projects of the customers that the viewer sees, and withdraws their reminders. */
async function recordListTaken(ctx: CommandContext, viewer: Viewer): Promise<void> {
  const projects = sql`
    select distinct customer.project_id from ${scoped(viewer, 'customer')} where customer.service_state in ('active', 'paused')`;
  const reminders = await ctx.tx.rows(sql<{ id: string }>`
    select notice_id::text as id from warn_emergency_list where notice_id is not null and project_id in (${projects}) order by project_id for update`);
  await sql`
    insert into warn_emergency_list (project_id, taken_at, taken_by) select s.project_id, now(), ${viewer.userId} from (${projects}) s order by 1
    on conflict (project_id) do update set taken_at = excluded.taken_at, taken_by = excluded.taken_by, notice_id = null`.execute(
    ctx.tx,
  );
  for (const { id } of reminders) await withdrawInTransaction(ctx, id, '应急名单已下载或打印');
}

/** Saves the list as a file, or records that it was printed; both satisfy the weekly reminder. */
export async function takeEmergencyList(
  viewer: Viewer,
  { way }: InputOf<(typeof emergencyListApi)['takeEmergencyList']>,
): Promise<OutputOf<(typeof emergencyListApi)['takeEmergencyList']>> {
  let fileId: string | null = null;
  if (way === 'file') {
    const customers = await emergencyCustomers(viewer, maxFileRows);
    const takenAt = sheetTime(new Date().toISOString(), await viewerZone(db, viewer));
    fileId = await saveForOwner(viewer, {
      name: `应急名单-${(takenAt ?? '').replace(/\D/g, '')}.xlsx`,
      type: workbookType,
      content: sheetStream('应急名单', Object.values(columns), rowsOf(viewer, customers, takenAt)),
      subject: 'export',
    });
  }
  await command(viewer, (ctx) => recordListTaken(ctx, viewer));
  return { fileId };
}
