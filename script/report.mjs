// A reporter of the test runner: writes down, for the end of `npm test`, what became of every file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** File that the report goes to, by `ANHAO_TEST_REPORT`; an object of `FileResult` by path below the checkout. */
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
 * What became of one file. `seconds` from its loading to its last hook. `failed`, `retried` (passed, but not at the first
 * try) and `skipped` name a test and say why; `once`: a test failed whose first try counts.
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
