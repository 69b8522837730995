import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Group = NonNullable<CodeSplitting['groups']>[number];
type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const LIBRARY = /node_modules\/(antd|@ant-design|@rc-component)\//;
/**
 * Packages with an index file that exports all parts: importers use a few, so reachability does not pass through it.
 */
const BARREL = /node_modules\/(antd|@ant-design|@rc-component|lucide-react)\//;
const CHART =
  /node_modules\/(d3-\w+|internmap)\/|src\/web\/chart\/(Plot\.tsx|Axes\.tsx|axis\.ts|series\.ts|chart\.css)$/;
const CONTRACT = /\/features\/\w+\/contract(\.ts$|\/)|\/src\/shared\//;
/** Files that only pass on parts of a feature's pages: an importer reaches the parts that it names. */
const SERVICE = /\/features\/\w+\/web\/service\.ts$/;

/**
 * Groups modules that load together into one file: on a slow line with an empty cache, requests cost more than bytes.
 * First the login page, then the shell around every screen, then parts shared by several screens, by the screens that
 * share them.
 */
export function groups(): Group[] {
  return [
    { debugName: 'first', name: reached('first', /src\/web\/index\.html$/), priority: 9 },
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 8 },
    // With a lower count it would contain parts for lists only, which the first screen and the warns would then load.
    { name: 'antd', test: LIBRARY, minShareCount: 20, priority: 7 },
    { debugName: 'start', name: reached('start', /src\/web\/boot\/application\.tsx$/), priority: 6 },
    {
      debugName: 'shell',
      // Includes small parts of many screens: in `lists` they would make the first screen and the warns load that file.
      name: reached(
        'shell',
        /src\/web\/(shell\/(Shell|SubScreenMenu)\.tsx|ui\/(?!MenuPopup|QrCode)\w+\.tsx|reveal\/retryWithReason\.ts|screen\/(PrintPage\.tsx|useCall\.ts)|data\/(leaveText|levelText)\.ts)$|\/(warnTrack\/web\/locateRow|phoneCall\/web\/runningCall)\.ts$|\/shared\/sosLink\.ts$|\/(Top|Header|Brand)Slot\.tsx$/,
      ),
      priority: 5,
    },
    // d3's part and the frame of every chart, loaded with the first screen that has one.
    { name: 'chart', test: CHART, includeDependenciesRecursively: false, priority: 5 },
    // In separate files an icon would cost more in headers than in content.
    {
      name: 'icons',
      test: /node_modules\/lucide-react\//,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 4,
    },
    // The record of a customer shows them all at once.
    {
      debugName: 'record',
      name: reachedOnly('record', /\/web\/CustomerSection\.tsx$/),
      includeDependenciesRecursively: false,
      priority: 4,
    },
    // What many calls and rules are made of: the desk needs most of it too, and must not load `lists` for it.
    {
      name: 'contracts',
      test: CONTRACT,
      minShareCount: 5,
      includeDependenciesRecursively: false,
      priority: 4,
    },
    // The box of every map: in `lists` it would make the desk load that file.
    {
      name: 'mapBox',
      test: /node_modules\/gcoord\/|src\/web\/map\/(map\.css|useMapChunk\.ts|LazyMap\.tsx|MapPlaceholder\.tsx|gcj02\.ts)$/,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 4,
    },
    // Nearly every list and form needs these, the first screen and the warns none.
    {
      name: 'lists',
      test: /\/src\/(?!web\/(chart|map|ui\/QrCode))/,
      minShareCount: 5,
      includeDependenciesRecursively: false,
      priority: 3,
    },
    // The tree beside a list, and of a field.
    {
      name: 'tree',
      test: /node_modules\/((antd\/es|@rc-component)\/tree\/|@ant-design\/icons(-svg)?\/.*(CaretDown|File|Folder|FolderOpen|Holder|MinusSquare|PlusSquare)(Filled|Outlined)\.js$)/,
      minShareCount: 5,
      includeDependenciesRecursively: false,
      priority: 3,
    },
    // Large controls of dialogs, drawers and forms: a list loads them when one opens.
    {
      name: 'dialogs',
      test: (id) => LIBRARY.test(id) && !/\/(switch|tree-select)\//.test(id),
      minShareCount: 5,
      includeDependenciesRecursively: false,
      priority: 3,
    },
    // In a file with small parts of the warns these fields would make the warns load `lists`.
    {
      name: 'fields',
      test: /\/web\/form\/fields\/(?!Rows)\w+Field\.tsx$/,
      includeDependenciesRecursively: false,
      priority: 3,
    },
    { name: 'parts', test: LIBRARY, ...byScreens(8000), priority: 2 },
    // Not within `shared`: a small part of the desk that joins the forms would make the desk load them and the lists.
    { name: 'form', test: /src\/web\/form\//, includeDependenciesRecursively: false, ...byScreens(2000), priority: 2 },
    // The parts of a map, known from outside by the name as its chunk.
    {
      name: 'map',
      test: /src\/web\/map\/|virtual:boundaries/,
      includeDependenciesRecursively: false,
      ...byScreens(2000),
      priority: 2,
    },
    // Not within `shared`: a screen that needs a schema must not load the drawer of another.
    {
      name: 'contract',
      test: CONTRACT,
      includeDependenciesRecursively: false,
      ...byScreens(2000),
      priority: 2,
    },
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
 * Groups modules shared by several screens, one file per set of screens.
 * @param small bytes of source below which such a file joins its nearest neighbour
 */
function byScreens(small: number) {
  return { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: small };
}

/**
 * Names a chunk for the modules that a file imports, directly or through others.
 * @param name of the chunk
 * @param root path pattern of these files
 */
function reached(name: string, root: RegExp) {
  return (id: string, context: Context): string | null => {
    if (BARREL.test(id)) return null;
    const seen = new Set<string>();
    const importersOf = (file: string) => context.getModuleInfo(file)?.importers ?? [];
    const codeOf = (file: string) => context.getModuleInfo(file)?.code ?? '';
    const isReached = (file: string): boolean => {
      if (root.test(file)) return true;
      if (seen.has(file) || BARREL.test(file) || SERVICE.test(file)) return false;
      seen.add(file);
      return importersOf(file).some((importer) =>
        SERVICE.test(importer)
          ? importersOf(importer).some(
              (user) => namesPart(codeOf(user), importer, codeOf(importer), file) && isReached(user),
            )
          : isReached(importer),
      );
    };
    return isReached(id) ? name : null;
  };
}

/** Returns whether code imports from a service file a name that the service takes from the file `part`. */
function namesPart(code: string, service: string, serviceCode: string, part: string): boolean {
  const listed = (list: string) => list.split(',').map((each) => each.trim().split(/\s+as\s+/)[0] ?? '');
  const offered = [...serviceCode.matchAll(/export\s*\{([^}]*)\}\s*from\s*["'](.+?)["']/g)].flatMap(
    ([, list = '', path = '']) => (join(dirname(service), path) === part ? listed(list) : []),
  );
  const [tail = ''] = /features\/\w+\/web\/service\.ts$/.exec(service) ?? [];
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'](.+?)["']/g)].some(
    ([, list = '', path = '']) => path.endsWith(tail) && listed(list).some((each) => offered.includes(each)),
  );
}

/**
 * Names a chunk for files and for the modules that nothing but these files imports.
 * @param name of the chunk
 * @param root path pattern of these files
 */
function reachedOnly(name: string, root: RegExp) {
  return (id: string, context: Context): string | null => {
    const isOnly = (file: string): boolean => {
      if (root.test(file)) return true;
      const info = context.getModuleInfo(file);
      return (
        info !== null && info.dynamicImporters.length === 0 && info.importers.length > 0 && info.importers.every(isOnly)
      );
    };
    return isOnly(id) ? name : null;
  };
}
