import type { ImportCounts } from '#shared/contract/import.ts';
import { count } from '#web/data/format.ts';
import { classes } from '#web/ui/classes.ts';
import type { Preview } from './useImport.ts';

/** Returns the counts that an import shows in its phase, by key. */
function shownCounts(preview: Preview): [word: string, key: keyof ImportCounts][] {
  return [
    ['共', 'total'],
    ['新增', 'inserts'],
    ['覆盖', 'updates'],
    ['跳过', 'skips'],
    ['有错误', 'invalid'],
    ...(preview.warned > 0 ? ([['有提示', 'warned']] as const) : []),
    ...(preview.phase === 'imported' && preview.refused > 0 ? ([['没有写入', 'refused']] as const) : []),
    ...(preview.phase === 'undone'
      ? ([
          ['已撤销', 'undone'],
          ['未撤销', 'refused'],
        ] as const)
      : []),
  ] as [string, keyof ImportCounts][];
}

const toneOf = (key: keyof ImportCounts, figure: number) => key === 'invalid' && figure > 0 && 'text-level1-text';

/** Row counts of an import, for several sheets (e.g. customers and contacts) per sheet. */
export function Figures({ preview }: { preview: Preview }) {
  const shown = shownCounts(preview);
  const [only, ...others] = preview.sheets;
  if (others.length > 0) return <SheetFigures preview={preview} shown={shown} />;
  return (
    <dl className="import-figures flex gap-6">
      {shown.map(([label, key]) => (
        <div key={label} className={toneOf(key, preview[key]) || undefined}>
          <dt className="text-xs text-text3">{label}</dt>
          <dd className="font-bold">
            {count(preview[key])} {only?.unit ?? '行'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SheetFigures({ preview, shown }: { preview: Preview; shown: ReturnType<typeof shownCounts> }) {
  return (
    <table className="import-figures sheet whitespace-nowrap" aria-label="各工作表的行数">
      <thead>
        <tr>
          <th scope="col">工作表</th>
          {shown.map(([label]) => (
            <th key={label} scope="col" className="text-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {preview.sheets.map((sheet) => (
          <tr key={sheet.title}>
            <th scope="row">{sheet.title}</th>
            {shown.map(([label, key]) => (
              <td key={label} className={classes('text-right font-bold', toneOf(key, sheet[key]))}>
                {count(sheet[key])} {sheet.unit}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
