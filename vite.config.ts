import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { boundaries } from './script/map/plugin.ts';
import { groups } from './script/web/chunks.ts';
import { pdfAssets } from './script/web/pdf.ts';
import { screenModules, startTogether } from './script/web/start.ts';
import { stylesAgain } from './script/web/styles.ts';
import { firstWithoutLists, lightScreens } from './script/web/weight.ts';

const COMPRESSIBLE = /\.(m?js|css|html|svg|json|geojson|pbf|webmanifest|wasm)$/;

/** The server behind the pages of `npm run dev`. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** Modules that do nothing when loaded but do not say so: what is not used of them is left out. */
const PURE = /node_modules\/(@rc-component|@ant-design)\/|\/features\/\w+\/web\/service\.ts$/;

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  base: './',
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite'),
  plugins: [
    react(),
    tailwindcss(),
    boundaries(),
    pdfAssets(),
    screenModules(),
    startTogether(),
    firstWithoutLists(),
    lightScreens(),
    stylesAgain(),
    speakChinese(),
    precompress(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !PURE.test(id) },
      output: {
        codeSplitting: { groups: groups() },
        // The map's chunk is known from outside by `map` in its file name.
        chunkFileNames: ({ name }) => `assets/${name === 'MapView' ? 'map' : '[name]'}-[hash].js`,
      },
    },
    // Size limits are per screen rather than per chunk: script/web/weight.ts.
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  // Modules of src/web/api have addresses below /api, too.
  server: { proxy: { '^/(api|open)/(?!.*\\.tsx?(\\?|$))': SERVER } },
});

/**
 * What packages say to screen readers in English only, or by an id, with no way to set it for all. What is not found any
 * more ends the build: a new release of the package has to be looked at.
 */
const SPOKEN: readonly { file: string; from: string; to: string }[] = [
  // A picture within a button or a box says nothing that those do not say.
  { file: '@ant-design/icons/es/components/AntdIcon.js', from: '"aria-label": icon.name', to: '"aria-hidden": true' },
  {
    file: '@ant-design/icons/es/components/AntdIconLight.js',
    from: '"aria-label": icon.name',
    to: '"aria-hidden": true',
  },
  // The node that the arrow keys have reached: its value is an id.
  {
    file: '@rc-component/tree-select/es/OptionList.js',
    from: ', activeEntity.node.value)',
    to: ', activeEntity.node.title)',
  },
  { file: '@rc-component/select/es/hooks/useAllowClear.js', from: "'Clear'", to: "'清除'" },
  {
    file: '@rc-component/input/es/BaseInput.js',
    from: 'React.createElement("button", {',
    to: 'React.createElement("button", { "aria-label": "清除",',
  },
  { file: '@rc-component/input-number/es/StepHandler.js', from: "'Increase Value'", to: "'加'" },
  { file: '@rc-component/input-number/es/StepHandler.js', from: "'Decrease Value'", to: "'减'" },
];

function speakChinese(): Plugin {
  return {
    name: 'speak-chinese',
    transform(code, id) {
      const wanted = SPOKEN.filter(({ file }) =>
        id.replaceAll('\\', '/').split('?')[0]?.endsWith(`node_modules/${file}`),
      );
      if (wanted.length === 0) return undefined;
      return wanted.reduce((text, { file, from, to }) => {
        if (!text.includes(from)) throw new Error(`${file} has no ${from} any more`);
        return text.replaceAll(from, to);
      }, code);
    },
  };
}

/** Writes `.br` and `.gz` beside each built file, small ones too, so that the server never compresses one for a reader. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
      await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
