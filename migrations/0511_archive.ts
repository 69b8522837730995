import type { Step, StepTools } from './step.ts';

/** People of a batch. */
const most = 500;

interface Person {
  id: string;
  health_cipher: string | null;
  chronic: string[];
}

interface Allergy {
  kind?: string;
  name: string;
  reaction?: string;
  severity?: string;
  since?: string;
}

interface Medicine {
  name: string;
  dose?: string;
  unit?: string;
  amount?: number;
  route?: string;
  times?: string[];
  frequency?: string;
  since?: string;
  until?: string;
  quantity?: number;
  prescriber?: string;
  state?: string;
}

interface Summary {
  conditions?: string[];
  medicines?: string[];
  allergies?: string[];
  allergyRows?: Allergy[];
  medicineRows?: Medicine[];
}

interface Condition {
  code: string | null;
  chronic: string | null;
  name: string;
}

/** The least specific code of a group that says no more than was said; a group without one has none. */
const codes: Record<string, string> = {
  hypertension: 'I10',
  coronary: 'I25',
  diabetes: 'E14',
  stroke: 'I64',
  copd: 'J44',
  kidney: 'N18',
  liver: 'K76',
  parkinson: 'G20',
  dementia: 'F03',
  osteoporosis: 'M81',
  arthritis: 'M13',
  cataract: 'H26',
  glaucoma: 'H40',
  epilepsy: 'G40',
  hypothyroidism: 'E03',
  mental: 'F99',
};

const allergyText = ({ name, reaction }: Allergy) => (reaction ? `${name}（${reaction}）` : name);
const medicineText = ({ name, dose, frequency }: Medicine) => [name, dose, frequency].filter(Boolean).join(' ');
const once = (texts: string[]) => [...new Set(texts)];

/** The rows with details, and one row for each text that has none. */
function withTexts<R extends { name: string }>(rows: R[], texts: string[], textOf: (row: R) => string): R[] {
  const told = new Set(rows.map(textOf));
  return [...rows, ...once(texts).flatMap((name) => (told.has(name) ? [] : [{ name } as R]))];
}

/**
 * Names with their groups: a group goes to the name that is its label; those left over go by their order if there are as
 * many of both, else each gets a name of its own.
 */
function conditionsOf(names: string[], groups: string[], labels: ReadonlyMap<string, string>): Condition[] {
  const byName = new Map(groups.map((group) => [labels.get(group) ?? group, group]));
  const plain = names.filter((name) => !byName.has(name));
  const open = groups.filter((group) => !names.includes(labels.get(group) ?? group));
  const paired = plain.length === open.length ? new Map(plain.map((name, place) => [name, open[place]])) : new Map();
  const own = paired.size > 0 ? [] : open.map((group) => labels.get(group) ?? group);
  return [...names, ...own].map((name) => {
    const chronic = byName.get(name) ?? paired.get(name) ?? null;
    return { name, chronic, code: chronic === null ? null : (codes[chronic] ?? null) };
  });
}

async function labelsOf({ client }: StepTools): Promise<Map<string, string>> {
  const { rows } = await client.query<{ value: string; label: string }>(
    `select value, label from dictionary where type = 'chronic' and deleted_at is null`,
  );
  return new Map(rows.map(({ value, label }) => [value, label]));
}

type Row = Record<string, unknown>;

async function insert({ client }: StepTools, table: string, columns: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.replaceAll(/ (?:bigint|date|double precision|text\[\]|text)(?=,|$)/g, '');
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as r (${columns}, place int) order by customer_id, place`,
    [JSON.stringify(rows)],
  );
}

/** Rows and words of one person. */
function partsOf(person: Person, summary: Summary, labels: ReadonlyMap<string, string>) {
  const allergies = withTexts(summary.allergyRows ?? [], summary.allergies ?? [], allergyText);
  const medicines = withTexts(summary.medicineRows ?? [], summary.medicines ?? [], medicineText);
  const conditions = conditionsOf(once(summary.conditions ?? []), person.chronic, labels);
  const words = {
    conditions: once(conditions.map(({ name }) => name)),
    allergies: once(allergies.map(allergyText)),
    medicines: once(medicines.filter(({ state }) => state !== 'stopped').map(medicineText)),
  };
  return { allergies, medicines, conditions, words };
}

/** Whoever has no archive yet gets one, and what was told of their health becomes rows. */
const step: Step = async (tools) => {
  const { client, encrypt, decrypt } = tools;
  const { rows: people } = await client.query<Person>(
    `select id::text, health_cipher, chronic from customer c where not exists (select 1 from archive a where a.customer_id = c.id)
     order by id limit ${most} for update`,
  );
  if (people.length === 0) return false;
  const labels = await labelsOf(tools);
  const cipher = (text: string | null | undefined) => (text ? encrypt(text) : null);
  const [allergies, medicines, conditions]: [Row[], Row[], Row[]] = [[], [], []];
  for (const person of people) {
    const summary = person.health_cipher === null ? {} : (JSON.parse(decrypt(person.health_cipher)) as Summary);
    const parts = partsOf(person, summary, labels);
    for (const [place, { name, reaction, ...rest }] of parts.allergies.entries())
      allergies.push({
        ...rest,
        place,
        customer_id: person.id,
        name_cipher: cipher(name),
        reaction_cipher: cipher(reaction),
      });
    for (const [place, { name, dose, unit, route, frequency, prescriber, ...rest }] of parts.medicines.entries())
      medicines.push({
        ...{ state: 'active', ...rest, place, customer_id: person.id },
        ...{
          name_cipher: cipher(name),
          dose_cipher: cipher(dose),
          unit_cipher: cipher(unit),
          route_cipher: cipher(route),
        },
        ...{ frequency_cipher: cipher(frequency), prescriber_cipher: cipher(prescriber) },
      });
    for (const [place, { name, ...rest }] of parts.conditions.entries())
      conditions.push({ ...rest, place, customer_id: person.id, name_cipher: cipher(name) });
    const { conditions: former = [], allergies: told = [], medicines: taken = [] } = summary;
    const { words } = parts;
    const same =
      JSON.stringify([former, told, taken]) === JSON.stringify([words.conditions, words.allergies, words.medicines]);
    if (!same)
      await client.query('select rewrite_words($1, $2, $3)', [
        person.id,
        encrypt(JSON.stringify({ ...summary, ...words })),
        person.chronic,
      ]);
  }
  await insert(
    tools,
    'allergy',
    'customer_id bigint, kind text, name_cipher text, reaction_cipher text, severity text, since text',
    allergies,
  );
  await insert(
    tools,
    'medicine',
    'customer_id bigint, name_cipher text, dose_cipher text, unit_cipher text, amount double precision, route_cipher text, times text[], frequency_cipher text, since text, until date, quantity double precision, prescriber_cipher text, state text',
    medicines,
  );
  await insert(tools, 'condition', 'customer_id bigint, code text, chronic text, name_cipher text', conditions);
  const ids = people.map(({ id }) => id);
  await client.query('insert into archive (customer_id) select unnest($1::bigint[]) on conflict do nothing', [ids]);
  await client.query('select settle_archive($1::bigint[])', [ids]);
  return true;
};

export default step;
