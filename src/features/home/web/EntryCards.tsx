import { useSession } from '#web/api/session.ts';
import { MenuLink } from '#web/shell/menu/MenuLink.tsx';
import { entriesOf, type MenuEntry } from '#web/shell/menu/menu.ts';

/** Links to the viewer's screens by folder. */
export function EntryCards() {
  const { menu } = useSession();
  const entries = entriesOf(menu).filter(({ node }) => node.url !== '/index');
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return (
    <div className="home-entries in-grid gap-12">
      {folders.map((folder) => (
        <Folder key={folder} name={folder} entries={entries.filter((entry) => entry.folder === folder)} />
      ))}
    </div>
  );
}

function Folder({ name, entries }: { name: string; entries: readonly MenuEntry[] }) {
  return (
    <section className="home-card slim pad-x-16 pad-y-12 framed-lg on-container" aria-label={name}>
      <h2 className="below-4 regular f13 l20 soft">{name}</h2>
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
