import type { Plugin } from 'vite';

/** Replacements in Vite's chunk loader for style sheets that failed to load. */
const mends = [
  { from: /if \(e\.type === "error"\) rej\(/, to: 'if (e.type === "error") link.remove(), rej(' },
  { from: /\(err\) => \{\s*seen\[href\] = void 0;/, to: '(err) => { delete seen[href];' },
];

/**
 * Makes a failed style sheet load again on the next attempt. Vite records a failure as done: the second attempt would
 * show a screen without its styles. The build fails when a pattern is not found any more.
 */
export function stylesAgain(): Plugin {
  return {
    name: 'styles-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        return mends.reduce((text, { from, to }) => {
          if (!from.test(text)) throw new Error(`Vite's loader of chunks has no ${from} any more`);
          return text.replace(from, to);
        }, code);
      },
    },
  };
}
