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
vitest('Unit and integration tests', 'unit', 'server');
buildWeb();
vitest('Browser tests', 'e2e');
vitest('Crash tests', 'crash');

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

/** A run of the test runner: every test counts, and so does a file that could not be loaded or a run that broke off. */
function vitest(title, ...projects) {
  const report = join(REPORTS, `${projects.join('-')}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const choice = projects.flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...choice, ...output];
  const { status } = run(title, NODE, args);
  const { passed, failed } = resultOf(report);
  count.passed += passed;
  count.failed += failed.length === 0 && status !== 0 ? 1 : failed.length;
  const outside = { name: `${title}: ended with ${status}, an error outside a test` };
  failures.push(...(failed.length === 0 && status !== 0 ? [outside] : failed));
}

/** How many tests passed, and which failed and why, files that could not be loaded among them. */
function resultOf(report) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    const tests = testResults.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
    const failed = tests
      .filter((test) => test.status === 'failed')
      .map((test) => ({ name: `${within(test.file)}: ${test.fullName}`, why: reason(test.failureMessages.at(-1)) }));
    return {
      passed: numPassedTests,
      failed: [
        ...failed,
        ...unloaded.map(({ name, message }) => ({ name: `${within(name)}: not loaded`, why: reason(message) })),
      ],
    };
  } catch {
    return { passed: 0, failed: [] };
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

/** A file's path inside the checkout. */
function within(file) {
  return relative(ROOT, file);
}

function run(title, command, args) {
  console.log(`\n${title} …`);
  return spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' });
}
