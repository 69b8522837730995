// A reporter of the test runner: records the result of every file for the summary of `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Writes the report to the file in `ANHAO_TEST_REPORT`: an object of `FileResult` by path below the checkout. */
export default class Report {
  onTestRunEnd(modules, errors) {
    const path = process.env.ANHAO_TEST_REPORT;
    if (!path) return;
    const files = modules.map((module) => fileResult(module));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ files, errors: errors.map(({ stack, message }) => stack ?? message) }));
  }
}

/**
 * Returns the result of one file. `seconds`: from loading to the last hook. `failed`, `retried` (passed on a retry) and
 * `skipped` name a test and the reason; `once`: a test failed that must not be retried.
 */
function fileResult(module) {
  const { collectDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].map((test) => testResult(test));
  const of = (state) => tests.filter((test) => test.state === state);
  const failed = of('failed');
  const unloaded = module.errors().map((error) => ({ name: '(outside a test)', why: error.message }));
  return {
    path: relative(process.cwd(), module.moduleId),
    seconds: (collectDuration + duration) / 1000,
    passed: of('passed').length + of('retried').length,
    failed: [...failed, ...unloaded],
    once: failed.some((test) => test.once),
    retried: of('retried'),
    skipped: of('skipped'),
  };
}

function testResult(test) {
  const { state, errors = [], note } = test.result();
  const retried = state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0;
  return {
    name: test.fullName,
    state: retried ? 'retried' : state,
    once: test.options.retry === 0,
    why: state === 'skipped' ? note : errors.map(({ message }) => message).join('\n'),
  };
}
