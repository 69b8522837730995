import pg from 'pg';
import { type Cell, workbookType } from '#server/files/workbook.ts';
import { checkCharacter } from '#shared/idCard.ts';
import type { ImportState } from '#shared/import.ts';
import type { Caller } from '../test/support/api.ts';
import type { Person } from '../test/support/people.ts';
import { type Figure, percentile, spread } from './figures.ts';
import { ended, upload } from './load.ts';
import { openDesk, pressAndTake } from './pressure.ts';
import type { Product } from './product.ts';

/** People of the workbook, and as many contacts. */
const rows = 20_000;
const places = 10;
const idle = 150;
const warmUp = 20;
const mostTimes = 3;
/** So long an operator's call may wait, ms. */
const patience = 600_000;

const heads: [Cell[], Cell[]] = [
  ['姓名', '身份证号', '手机号', '区划代码', '街道', '详细地址', '居住情况', '慢性病', '用药', '部门', '项目'],
  ['老人身份证号', '联系人姓名', '关系', '联系人手机', '紧急联系人'],
];
const surnames = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨'];
const given = [...'安宝春德恩福桂和惠吉金康兰美宁平琴荣瑞淑棠文祥秀延英玉珍'];

function nameOf(n: number): string {
  const sign = (signs: readonly string[], at: number) => signs[at % signs.length] ?? '';
  return sign(surnames, n) + sign(given, n >> 4) + sign(given, Math.floor(n / (16 * given.length)));
}

function idNoOf(n: number): string {
  const day = new Date(Date.UTC(1925, 0, 1 + (n % 12_000))).toISOString().slice(0, 10).replaceAll('-', '');
  const digits = `330802${day}${String(100 + Math.floor(n / 12_000)).padStart(3, '0')}`;
  return digits + checkCharacter(digits);
}

/** Departments and projects by name, one of each for two thousand people. */
async function addPlaces(client: pg.Client): Promise<void> {
  await client.query(
    `insert into department (id, parent_id, path, name, type)
     select n.id, p.id, p.path || n.id, '导入部门' || n.g, 'community'
     from (select g, nextval('id_seq') as id from generate_series(0, $1::int - 1) g) n, department p where p.parent_id is null`,
    [places],
  );
  await client.query(
    `insert into project (code, name, department_id) select 'DR' || g, '导入项目' || g, d.id
     from generate_series(0, $1::int - 1) g join department d on d.name = '导入部门' || g`,
    [places],
  );
  await client.query(`update cache_version set version = version + 1 where name = 'permission'`);
}

async function bookOf(): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const numbers = Array.from({ length: rows }, (_, n) => n);
  const people = numbers.map((n): Cell[] => [
    ...[nameOf(n), idNoOf(n), `137${String(10_000_000 + n)}`, '330802', '信安街道', `${n}幢101`],
    ...['独居', '高血压、糖尿病', '氨氯地平', `导入部门${n % places}`, `导入项目${n % places}`],
  ]);
  const contacts = numbers.map((n): Cell[] => [idNoOf(n), nameOf(n + 7), '儿子', `139${String(10_000_000 + n)}`, '是']);
  const sheets = [
    { name: '客户', rows: [heads[0], ...people] },
    { name: '联系人', rows: [heads[1], ...contacts] },
  ];
  return new Blob([(await writeXlsx({ sheets })) as Uint8Array<ArrayBuffer>], { type: workbookType });
}

interface Written {
  /** ms. */
  reading: number;
  writing: number;
  state: ImportState;
}

/** The import of an operator's workbook, from the upload to the last row. */
async function importBook(product: Product, caller: Caller, book: Blob): Promise<Written> {
  const began = performance.now();
  const { data } = await upload<{ jobId: string }>(product, caller, 'customer/importCustomer', book, 'people.xlsx');
  await ended(caller, data.jobId);
  const read = performance.now();
  const confirmed = await caller.call('import/confirmImport', { jobId: data.jobId, mode: 'all' }, patience);
  if (confirmed.code !== 0) throw new Error(`the import was refused: ${JSON.stringify(confirmed)}`);
  await ended(caller, data.jobId);
  const { data: state } = await caller.call<ImportState>('import/getImportPreview', { jobId: data.jobId }, patience);
  return { reading: read - began, writing: performance.now() - read, state };
}

/** The way of an alarm at rest and while 20,000 people with their contacts are imported, in one run, and how long that takes. */
export async function measureImport(product: Product, people: readonly Person[]): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await addPlaces(client);
  const [caller, book] = [await product.logIn(), await bookOf()];
  const desk = await openDesk(product.address, caller.token);
  await pressAndTake(product, people.slice(0, warmUp), desk, caller);
  const before = await pressAndTake(product, people.slice(warmUp, warmUp + idle), desk, caller);
  let over = false;
  const written = importBook(product, caller, book).finally(() => (over = true));
  written.catch(() => undefined);
  const during = await pressAndTake(product, people.slice(warmUp + idle), desk, caller, () => !over);
  const { reading, writing, state } = await written;
  desk.response.destroy();
  const kept = await client.query<{ people: number; contacts: number; ill: number }>(
    `select count(*)::int as people, count(*) filter (where 'diabetes' = any(chronic))::int as ill,
       (select count(*)::int from customer_contact k join customer c on c.id = k.customer_id where c.source = 'import' and k.is_emergency) as contacts
     from customer where source = 'import' and service_state = 'active'`,
  );
  await client.end();
  const [found = { people: 0, contacts: 0, ill: 0 }] = kept.rows;
  const whole = found.people === rows && found.contacts === rows && found.ill === rows && state.phase === 'imported';
  const ratio = percentile(during.event, 0.95) / percentile(before.event, 0.95);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  return [
    { what: 'Press → event, before an import: p50 / p95 / p99', aim: '', value: spread(before.event), met: null },
    { what: `Press → event, while ${rows} people are imported`, aim: '', value: spread(during.event), met: null },
    {
      what: 'Press → event: ratio of the p95',
      aim: `≤ ${mostTimes}`,
      value: ratio.toFixed(1),
      met: ratio <= mostTimes,
    },
    {
      what: `Import of ${rows} people and as many contacts: read and judged; written`,
      aim: '',
      value: `${seconds(reading)}; ${seconds(writing)} (${Math.round((2 * rows) / (writing / 1000))} rows/s)`,
      met: null,
    },
    {
      what: 'People, contacts and illnesses that came of it',
      aim: `${rows} each`,
      value: `${found.people}, ${found.contacts}, ${found.ill}; ${state.message}`,
      met: whole,
    },
  ];
}
