import type { Rolldown } from 'vite';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Group = NonNullable<CodeSplitting['groups']>[number];
type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const LIBRARY = /node_modules\/(antd|@ant-design|@rc-component)\//;
/** Packages whose first file names all of their parts: who imports it uses a few, so reach does not go through it. */
const BARREL = /node_modules\/(antd|@ant-design|@rc-component|lucide-react)\//;

/**
 * What is loaded together lies in one file: a page from an empty cache on a slow line waits for requests more than for
 * bytes. First what the login page needs, then what stands around every screen, then parts that several screens share,
 * by the screens that share them.
 */
export function groups(): Group[] {
  return [
    { debugName: 'first', name: reached('first', /src\/web\/index\.html$/), priority: 9 },
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 8 },
    // With a lower count it would hold what lists alone need, and the first screen and the alarms would load that.
    { name: 'antd', test: LIBRARY, minShareCount: 20, priority: 7 },
    { debugName: 'start', name: reached('start', /src\/web\/boot\/application\.tsx$/), priority: 6 },
    {
      debugName: 'shell',
      // With small parts of many screens: among the lists' they would have the first screen and the alarms load these.
      name: reached(
        'shell',
        /src\/web\/(shell\/(Shell|SubScreenMenu)\.tsx|chart\/Plot\.tsx|ui\/(?!MenuPopup)\w+\.tsx|reveal\/retryWithReason\.ts|screen\/PrintPage\.tsx)$|\/shared\/sosLink\.ts$|\/(Top|Header|Brand)Slot\.tsx$/,
      ),
      priority: 5,
    },
    // As a file each, an icon would cost more in headers than in drawing.
    {
      name: 'icons',
      test: /node_modules\/lucide-react\//,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 4,
    },
    // Nearly every list and form needs these, the first screen and the alarms none.
    { name: 'lists', minShareCount: 5, includeDependenciesRecursively: false, priority: 3 },
    { name: 'parts', test: LIBRARY, ...byScreens(8000), priority: 2 },
    {
      name: 'shared',
      test: (id) => !id.includes('node_modules'),
      includeDependenciesRecursively: false,
      ...byScreens(2000),
      priority: 1,
    },
  ];
}

/**
 * What several screens share, in a file for each set of screens.
 * @param small bytes of source below which such a file joins its nearest neighbour
 */
function byScreens(small: number) {
  return { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: small };
}

/**
 * Names a chunk for the modules that a file imports, itself or through others.
 * @param name of the chunk
 * @param root which files are meant, by their path
 */
function reached(name: string, root: RegExp) {
  return (id: string, context: Context): string | null => {
    if (BARREL.test(id)) return null;
    const seen = new Set<string>();
    const isReached = (file: string): boolean => {
      if (root.test(file)) return true;
      if (seen.has(file) || BARREL.test(file)) return false;
      seen.add(file);
      return context.getModuleInfo(file)?.importers.some(isReached) ?? false;
    };
    return isReached(id) ? name : null;
  };
}
