// npm test: installs what is missing, runs every check, and ends with the counts.
// npm test -- server           one part (checks, unit, server, e2e, crash), or several
// npm test -- e2e warn desk    of a part, the files with a path that contains one of the given strings
// npm test -- changed          what the change touches: lint of its files, types, dead code, tests of unit and server that
//                              import one of them; against the last commit, or any other: npm test -- changed main
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { buildWeb, fail, install, NODE, ROOT } from './checkout.mjs';
import { chromium, headlessShell } from './chromium.mjs';

const REPORTS = join(ROOT, 'node_modules/.cache/test-reports');
const PARTS = ['checks', 'unit', 'server', 'e2e', 'crash'];
const SLOWEST = 10;

const args = process.argv.slice(2);
const since = args[0] === 'changed' ? (args[1] ?? 'HEAD') : null;
const asked = since ? ['checks', 'unit', 'server'] : args;
const words = asked.filter((word) => !PARTS.includes(word));
if (words.length === asked.length && words.length > 0)
  fail(`npm test -- ${PARTS.join('|')} [words of file names], or changed [commit]`);
const parts = words.length === asked.length ? PARTS : PARTS.filter((part) => asked.includes(part));

install();
const count = { passed: 0, failed: 0, retried: 0, skipped: 0 };
const failures = [];
const notes = [];
const times = [];
const env = { ...process.env, TZ: 'UTC', NODE_ENV: 'test' };
if (parts.includes('e2e')) {
  env.CHROMIUM_PATH = chromium();
  env.CHROMIUM_SHELL_PATH = headlessShell() ?? env.CHROMIUM_PATH;
}
const bin = (name) => join(ROOT, 'node_modules/.bin', name);

const here = parts.filter((part) => part === 'unit' || part === 'server');
const checks = parts.includes('checks')
  ? [
      check('Lint and format', bin('biome'), ['check', '--error-on-warnings', ...(since ? changedFiles() : [])]),
      check('Types', bin('tsc'), []),
      check('Dead code', NODE, [bin('knip')]),
    ]
  : [];
// The browser tests build the pages themselves when nothing runs before them.
if (parts.includes('e2e') && here.length > 0) checks.push(check('Pages', NODE, [join(ROOT, 'script/build.mjs')]));
if (here.length > 0) await vitest('Unit and integration tests', here);
for (const one of checks) tellCheck(await one);
if (parts.includes('e2e')) {
  buildWeb();
  // E2E tests are chains: a file that failed on a busy machine is run again in full.
  await vitest('Browser tests', ['e2e'], { again: true });
}
if (parts.includes('crash')) await vitest('Crash tests', ['crash']);

if (times.length > 0) console.log('\nThe slowest files, s:');
for (const { path, seconds } of times.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
  console.log(`${seconds.toFixed(1).padStart(7)}  ${path}`);
for (const line of [...notes, '']) console.log(line);
for (const { name, why } of failures) console.log(`FAILED ${name}${indented(why)}`);
const { passed, failed, retried, skipped } = count;
console.log(`\n${passed} passed (${retried} of them not at the first try), ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

/** Returns files that differ from the commit, untracked ones included. */
function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return ['--no-errors-on-unmatched', ...files];
}

/** Runs one tool with a pass or fail result, in parallel with the first tests on spare CPU time. */
async function check(title, command, args) {
  const started = performance.now();
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').catch((error) => [String(error)]);
  if (here.length > 0) lowerPriority(child.pid);
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { title, status, said: said.join(''), seconds: (performance.now() - started) / 1000 };
}

/** Lowers the priority of a process below the tests; where that is impossible, both run equally. */
function lowerPriority(pid) {
  try {
    setPriority(pid, 10);
  } catch {}
}

function tellCheck({ title, status, said, seconds }) {
  count[status === 0 ? 'passed' : 'failed']++;
  if (status !== 0) failures.push({ name: title });
  console.log(`\n${title} …\n${said}${status === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
}

/**
 * Runs a part of the tests: every test counts, as do a file that could not be loaded and an aborted run. `again`:
 * failed files are run once more, in full, one at a time and alone, and that run decides; not when a test failed that
 * must not be retried.
 */
async function vitest(title, projects, { again = false } = {}) {
  let { status, files, errors } = await runTests(title, projects, words);
  const broken = again ? files.filter((file) => file.failed.length > 0 && !file.once) : [];
  if (broken.length > 0) {
    const paths = broken.map(({ path }) => path);
    for (const { path, failed } of broken)
      for (const { name, why } of failed) note('RUN AGAIN, the whole file and alone,', path, name, why);
    const alone = await runTests(`${title}, once more and alone: ${paths.join(', ')}`, projects, paths, [
      '--no-file-parallelism',
    ]);
    count.retried += alone.files.reduce((sum, file) => sum + file.passed - file.retried.length, 0);
    for (const why of errors) note('BEFORE THAT', title, 'an error outside a test', why);
    ({ status, errors } = alone);
    files = [...files.filter((file) => !broken.includes(file)), ...alone.files];
    if (files.some((file) => file.failed.length > 0)) status = 1;
  }
  for (const file of files) tell(file);
  for (const why of errors) failures.push({ name: `${title}: an error outside a test`, why: reason(why) });
  count.failed += errors.length;
  if (status !== 0 && errors.length === 0 && !files.some((file) => file.failed.length > 0)) {
    failures.push({ name: `${title}: ended with ${status}` });
    count.failed++;
  }
}

/** Counts the result of a file; a test skipped without a reason has failed. */
function tell({ path, seconds, passed, failed, retried, skipped }) {
  times.push({ path, seconds });
  for (const { name, why } of retried) note('PASSED AT ANOTHER TRY', path, name, why);
  for (const { name, why } of skipped.filter((test) => test.why)) note('SKIPPED', path, name, why);
  const unexplained = skipped
    .filter((test) => !test.why)
    .map(({ name }) => ({ name, why: 'skipped without a reason' }));
  for (const { name, why } of [...failed, ...unexplained])
    failures.push({ name: `${path}: ${name}`, why: reason(why) });
  count.passed += passed;
  count.retried += retried.length;
  count.skipped += skipped.length - unexplained.length;
  count.failed += failed.length + unexplained.length;
}

function note(what, path, name, why) {
  notes.push(`${what} ${path}: ${name}${indented(reason(why))}`);
}

/** Runs the test runner over files with a path that contains one of the strings, or over all. */
async function runTests(title, projects, words, more = []) {
  const report = join(REPORTS, `${projects.join('-')}.json`);
  rmSync(report, { force: true });
  const choice = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'script/report.mjs')}`];
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...choice, ...reporters];
  const related = since ? ['--changed', since, '--passWithNoTests'] : [];
  const status = await run(title, NODE, [...args, ...related, ...more, ...words], { ANHAO_TEST_REPORT: report });
  try {
    return { status, ...JSON.parse(readFileSync(report, 'utf8')) };
  } catch {
    return { status, files: [], errors: [] };
  }
}

/** Returns the beginning of a failure's message, without the checkout's path, for the summary. */
function reason(message = '') {
  const lines = stripVTControlCharacters(message).replaceAll(`${ROOT}/`, '').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n');
}

function indented(text) {
  return text ? `\n${text.replace(/^/gm, '    ')}` : '';
}

/** Runs a program in this terminal; returns its exit code, null when it was killed. */
async function run(title, command, args, more = {}) {
  console.log(`\n${title} …`);
  const child = spawn(command, args, { cwd: ROOT, env: { ...env, ...more }, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  return status;
}
