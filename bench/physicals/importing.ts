import { encodeGbk } from '#devices/jt808/gbk.ts';
import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import { currentCatalogue } from '#shared/physical/catalogues.ts';
import { registerCustomers } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';
import { compared } from '../pressure.ts';
import { type Figure, figure, ms } from '../support/figures.ts';
import { openPresser } from '../support/presser.ts';
import type { Product } from '../support/product.ts';
import { idNumbers, importCustomers, importFile } from '../userActions.ts';

const rowCount = 5000;
const itemCount = 60;
const maxSeconds = 30;
const watches = 1500;
const warmUp = 20;
/** Presses at rest; while the file is imported, until it is. */
const samples = 200;
const org = '市第一医院体检中心';

/** Items of the file: all numbers that a laboratory writes, the others choices. */
const items = currentCatalogue()
  .items.filter(({ form, computed }) => form !== 'text' && !computed)
  .toSorted((a, b) => Number(b.form === 'number') - Number(a.form === 'number'))
  .slice(0, itemCount);

const fixed: Readonly<Record<string, string>> = {
  ...{ '8480-6': '136', '8462-4': '84', systolicRight: '138', diastolicRight: '86' },
};

/** Returns a plausible cell of an item. */
function cellOf({ code, options, plausible, decimals = 0 }: PhysicalItem): string {
  if (options) return options[0]?.label ?? '';
  const { min = 1, max = 10 } = plausible ?? {};
  return fixed[code] ?? ((min + max) / 2).toFixed(decimals);
}

/** Returns the file of a hospital in GB 18030: one examination of each person. */
function hospitalFile(idNos: readonly string[]): Blob {
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const head = ['身份证号', '体检日期', ...items.map(({ label }) => label)];
  const cells = items.map(cellOf);
  const lines = [head, ...idNos.map((idNo) => [idNo, day, ...cells])].map((row) => row.join(','));
  return new Blob([new Uint8Array(encodeGbk(lines.join('\n')))], { type: 'text/csv' });
}

/** Imports a hospital's file of 5,000 examinations of 60 items while watches are pressed; the same presses at rest before. */
export async function measurePhysicalImport(product: Product): Promise<Figure[]> {
  const caller = await product.logIn();
  const idNos = [...new Set(idNumbers(rowCount))];
  await importCustomers(product, caller, idNos);
  const customers = await registerCustomers(product.databaseUrl, watches);
  const columns = Object.fromEntries(items.map(({ label, code }) => [label, code]));
  await caller.call('physical/editPhysicalMapping', { org, columns });
  const presser = await openPresser(product);
  await presser.press(customers.splice(0, warmUp));
  const idle = await presser.press(customers.splice(0, samples));

  let isDone = false;
  const file = { path: 'physical/importPhysical', file: hospitalFile(idNos), name: '体检.csv', fields: { org } };
  const imported = importFile(product, caller, file).finally(() => (isDone = true));
  const busy = await presser.press(customers, () => isDone);
  const { read, write } = await imported;
  presser.close();
  const stored = await onDatabase(product.databaseUrl, (client) =>
    client.query<{ count: number }>(
      'select count(*)::int as count from physical p join physical_org o on o.id = p.org_id where o.name = $1',
      [org],
    ),
  );
  const count = stored.rows[0]?.count ?? 0;
  const seconds = (read + write) / 1000;
  return [
    figure('Examinations imported, of rows', `${count} of ${idNos.length}`, 'all', count === idNos.length),
    figure(
      `File of ${idNos.length} rows of ${items.length} items: read, written`,
      `${ms(read)}, ${ms(write)}`,
      `≤ ${maxSeconds} s together`,
      seconds <= maxSeconds,
    ),
    ...compared('Press → event on a stream', 'while the file is imported', idle.event, busy.event),
    ...compared('接警 → answered', 'while the file is imported', idle.claim, busy.claim),
  ];
}
