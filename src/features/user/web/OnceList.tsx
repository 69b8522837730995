import { count } from '#web/data/format.ts';
import { saveText } from '#web/file/file.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { copy } from './showPassword.tsx';

export interface OnceRow {
  account: string;
  name: string;
  /** A password or a link. */
  secret: string;
}

interface OnceContent {
  title: string;
  /** Heading of the column with the secrets, and file name. */
  what: string;
  text: string;
  rows: readonly OnceRow[];
}

/** Maximum number of rows on screen; the file has all. */
const maxShown = 200;

/** Shows the secrets of each account once; also offers a file. */
export async function showOnce({ title, what, text, rows }: OnceContent): Promise<void> {
  await box.alert(<OnceList what={what} text={text} rows={rows} />, {
    title,
    level: 'notice',
    ok: '我已保存',
    closeOnHashChange: false,
  });
}

function OnceList({ what, text, rows }: Omit<OnceContent, 'title'>) {
  return (
    <>
      {text}
      <section className="user-once-list max-h-70 mt-3 rounded-md border border-line overflow-auto" aria-label={what}>
        <table className="text-[13px] leading-5 w-full">
          <thead>
            <tr>
              <th className="sticky top-0 z-1 font-normal text-text2 bg-s2">账号</th>
              <th className="sticky top-0 z-1 font-normal text-text2 bg-s2">姓名</th>
              <th className="sticky top-0 z-1 font-normal text-text2 bg-s2">{what}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxShown).map(({ account, name, secret }) => (
              <tr key={account}>
                <td>{account}</td>
                <td>{name}</td>
                <td>
                  <code className="mono select-all" data-secret>
                    {secret}
                  </code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > maxShown && <p className="mt-3">其余 {count(rows.length - maxShown)} 个账号在文件里。</p>}
      <span className="flex gap-2 mt-3">
        <Button onClick={() => save(what, rows)}>下载 {count(rows.length)} 行</Button>
        <Button onClick={() => void copy(textOf(what, rows, '\t'))}>复制</Button>
      </span>
    </>
  );
}

function textOf(what: string, rows: readonly OnceRow[], between: string): string {
  const all = [['账号', '姓名', what], ...rows.map(({ account, name, secret }) => [account, name, secret])];
  return all.map((cells) => cells.join(between)).join('\r\n');
}

/** Saves a CSV that Excel reads; accounts, names, passwords and links contain neither comma nor quotation mark. */
function save(what: string, rows: readonly OnceRow[]): void {
  saveText(`${what}.csv`, `\uFEFF${textOf(what, rows, ',')}\r\n`, 'text/csv');
}
