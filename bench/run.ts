/**
 * npm run bench: measures the running product on this machine and writes bench/RESULTS.md. Arguments after `--` select
 * parts: start, assessments, devices, gateways, health, homes, ingest, pages, latency, memory, messages, people, physicals, physicalImport,
 * places, placesMap, pressure, scales, slowLine, streams, throughput, warnings;
 * default: all. PEOPLE_DIR, PHYSICALS_DIR and so on name data folders that keep the rows of a part for its next run; READINGS and
 * PEOPLE are the numbers of readings and of their people.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '#server/testing/folder.ts';
import { measureAssessments } from './assessments/assessments.ts';
import { measureScales } from './assessments/score.ts';
import { measureDevices } from './devices.ts';
import { measureGateways } from './gateways/gateways.ts';
import { measureHealth } from './health.ts';
import { measureHomes } from './homes.ts';
import { measureIngest } from './ingest.ts';
import { measureLatency } from './latency.ts';
import { measureMemory } from './memory.ts';
import { measureMessages } from './messages.ts';
import { measurePages } from './pages.ts';
import { measurePeople } from './people.ts';
import { measurePhysicalImport } from './physicals/importing.ts';
import { measurePhysicals } from './physicals/physicals.ts';
import { measurePlacesMap } from './places/map.ts';
import { measurePlaces } from './places/places.ts';
import { measurePressure } from './pressure.ts';
import { measureSlowLine } from './slowLine.ts';
import { measureStart } from './start.ts';
import { measureStreams } from './streams.ts';
import type { Figure } from './support/figures.ts';
import { type Product, startProduct } from './support/product.ts';
import { measureThroughput } from './throughput.ts';
import { measureWarnings } from './warnings/warnings.ts';

const results = join(import.meta.dirname, 'RESULTS.md');

/** Parts with targets that are promises: a missed target fails the run. */
const promisedParts = new Set([
  'assessments',
  'devices',
  'gateways',
  'health',
  'memory',
  'messages',
  'people',
  'physicalImport',
  'physicals',
  'places',
  'pressure',
  'scales',
  'warnings',
]);

type Part = (product: Product, dataDir: string) => Promise<Figure[]>;

const parts: Record<string, Part> = {
  assessments: measureAssessments,
  devices: measureDevices,
  gateways: measureGateways,
  health: measureHealth,
  homes: measureHomes,
  ingest: measureIngest,
  pages: measurePages,
  slowLine: measureSlowLine,
  latency: measureLatency,
  memory: measureMemory,
  messages: measureMessages,
  people: measurePeople,
  physicals: measurePhysicals,
  physicalImport: measurePhysicalImport,
  places: measurePlaces,
  placesMap: measurePlacesMap,
  pressure: measurePressure,
  scales: measureScales,
  streams: measureStreams,
  throughput: measureThroughput,
  warnings: measureWarnings,
};

/** Runs each part with a new product and database, so that none is affected by another. */
async function run(name: string, part: Part): Promise<Figure[]> {
  const storedDir = process.env[`${name.toUpperCase()}_DIR`];
  const folder = storedDir ? { path: storedDir, remove: async () => undefined } : await temporaryFolder();
  const product = await startProduct(folder.path);
  try {
    return await part(product, folder.path);
  } finally {
    await product.stop();
    await folder.remove();
  }
}

function machine(load: number): string {
  const memory = (totalmem() / 1e9).toFixed(0);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), ${memory} GB memory, ${process.platform}, Node ${process.versions.node}. Load of the machine before the run: ${load.toFixed(1)}.`;
}

function table(figures: readonly Figure[]): string {
  const sign = (met: boolean | null): string => (met === null ? '' : met ? 'yes' : '**no**');
  const rows = figures.map(({ what, aim, value, met }) => `| ${what} | ${aim} | ${value} | ${sign(met)} |`);
  return ['| What | Aim | Value | Met |', '|---|---|---|---|', ...rows].join('\n');
}

const load = loadavg()[0] ?? 0;
const requestedParts = process.argv.slice(2);
const figures: Figure[] = [];

/** Prints a part as soon as it is measured: on a busy machine the next may take minutes. */
async function measure(name: string, part: () => Promise<Figure[]>): Promise<void> {
  if (requestedParts.length > 0 && !requestedParts.includes(name)) return;
  const measured = await part();
  figures.push(...measured);
  if (promisedParts.has(name) && measured.some(({ met }) => met === false)) process.exitCode = 1;
  console.log(`\n${name}\n\n${table(measured)}`);
}

await measure('start', measureStart);
for (const [name, part] of Object.entries(parts)) await measure(name, () => run(name, part));
const intro = readFileSync(join(import.meta.dirname, 'intro.md'), 'utf8').trim();
const text = `${intro}\n\n${new Date().toISOString().slice(0, 10)}. ${machine(load)}\n\n${table(figures)}\n`;
// A run of some parts only is printed, not saved.
if (requestedParts.length === 0) writeFileSync(results, text);
