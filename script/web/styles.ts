import type { Plugin } from 'vite';

/** What Vite's loader of chunks does with a style sheet that did not come, and what it is to do. */
const mends = [
  { from: /if \(e\.type === "error"\) rej\(/, to: 'if (e.type === "error") link.remove(), rej(' },
  { from: /\(err\) => \{\s*seen\[href\] = void 0;/, to: '(err) => { delete seen[href];' },
];

/**
 * Has a style sheet that did not come asked for again with the next try of what needs it. Vite remembers a failure as done:
 * the second try would draw a screen without its styles. What is not found any more ends the build.
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
