import { useSession } from '#web/api/session.ts';
import { MenuLink } from '#web/shell/menu/MenuLink.tsx';
import { entriesOf, type MenuEntry } from '#web/shell/menu/menu.ts';

/** Links to the viewer's screens by folder. */
export function EntryCards() {
  const { menu } = useSession();
  const entries = entriesOf(menu).filter(({ node }) => node.url !== '/index');
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return (
    <div className="home-entries grid gap-3">
      {folders.map((folder) => (
        <Folder key={folder} name={folder} entries={entries.filter((entry) => entry.folder === folder)} />
      ))}
    </div>
  );
}

function Folder({ name, entries }: { name: string; entries: readonly MenuEntry[] }) {
  return (
    <section className="home-card min-w-0 px-4 py-3 rounded-lg border border-line bg-container" aria-label={name}>
      <h2 className="mb-1 font-normal text-[13px] leading-5 text-text2">{name}</h2>
      <ul>
        {entries.map(({ node }) => (
          <li key={node.id}>
            <MenuLink node={node} />
          </li>
        ))}
      </ul>
    </section>
  );
}
