// npm test: installs what is missing, runs every check there is, and ends with one line of counts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWeb, install, NODE, ROOT } from './checkout.mjs';
import { chromium } from './chromium.mjs';

const REPORTS = join(ROOT, 'node_modules/.cache/test-reports');

install();
const count = { passed: 0, failed: 0 };
const failures = [];
const env = { ...process.env, CHROMIUM_PATH: chromium(), TZ: 'UTC', NODE_ENV: 'test' };
const bin = (name) => join(ROOT, 'node_modules/.bin', name);

check('Lint and format', bin('biome'), ['check', '--error-on-warnings']);
check('Types', bin('tsc'), []);
check('Dead code', NODE, [bin('knip')]);
vitest('Unit and integration tests', ['unit', 'server']);
buildWeb();
// Stories are chains: a file that failed beside another one on a busy machine begins anew as a whole.
vitest('Browser tests', ['e2e'], { again: true });
vitest('Crash tests', ['crash']);

for (const { name, why } of failures) console.log(`FAILED ${name}${why ? `\n${why.replace(/^/gm, '    ')}` : ''}`);
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;

/** One tool that says yes or no. */
function check(title, command, args) {
  const started = performance.now();
  const { status } = run(title, command, args);
  count[status === 0 ? 'passed' : 'failed']++;
  if (status !== 0) failures.push({ name: title });
  console.log(`${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * A part of the tests: every test counts, and so does a file that could not be loaded or a run that broke off. `again`: what
 * failed is run once more, whole files, one at a time and with nothing beside them, and that run decides.
 */
function vitest(title, projects, { again = false } = {}) {
  let { status, files } = runTests(title, projects);
  const broken = again ? files.filter(({ failed }) => failed.length > 0).map(({ path }) => path) : [];
  if (broken.length > 0) {
    const alone = runTests(`${title}, once more and alone: ${broken.join(', ')}`, projects, broken);
    status = alone.status;
    files = [...files.filter(({ path }) => !broken.includes(path)), ...alone.files];
  }
  const failed = files.flatMap((file) => file.failed);
  if (failed.length === 0 && status !== 0) {
    failed.push({ name: `${title}: ended with ${status}, an error outside a test` });
  }
  count.passed += files.reduce((sum, { passed }) => sum + passed, 0);
  count.failed += failed.length;
  failures.push(...failed);
}

/** A run of the test runner: over everything, or over the files given, one at a time. */
function runTests(title, projects, files = []) {
  const report = join(REPORTS, `${projects.join('-')}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const choice = projects.flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const alone = files.length > 0 ? ['--no-file-parallelism', ...files] : [];
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...choice, ...output];
  const { status } = run(title, NODE, [...args, ...alone]);
  return { status, files: resultsIn(report) };
}

/** Of every file in a report: how many tests passed, and which failed and why; a file that could not be loaded failed. */
function resultsIn(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.map(({ name, status, message, assertionResults }) => {
      const path = relative(ROOT, name);
      const of = (outcome) => assertionResults.filter((test) => test.status === outcome);
      const failed = of('failed').map(({ fullName, failureMessages }) => ({
        name: `${path}: ${fullName}`,
        why: reason(failureMessages.at(-1)),
      }));
      const unloaded = status === 'failed' && assertionResults.length === 0;
      if (unloaded) failed.push({ name: `${path}: not loaded`, why: reason(message) });
      return { path, passed: of('passed').length, failed };
    });
  } catch {
    return [];
  }
}

/** The beginning of a failure's message, without the checkout's own path: what a reader of the last lines needs. */
function reason(message = '') {
  const lines = stripVTControlCharacters(message).replaceAll(`${ROOT}/`, '').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n');
}

function run(title, command, args) {
  console.log(`\n${title} …`);
  return spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' });
}
