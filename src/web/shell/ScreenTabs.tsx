import { can } from '#web/api/session.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { screenAt, screens } from './features.ts';

/** Tabs of a group of screens that the user may open, above each of these screens; not on pages below them. */
export function ScreenTabs({ path }: { path: string }) {
  const group = screenAt(path)?.group;
  const tabs = screens
    .filter((screen) => screen.group === group && (!screen.permission || can(screen.permission.key)))
    .sort((a, b) => a.sort - b.sort)
    .flatMap((screen) => Object.entries(screen.tabs ?? {}).map(([key, label]) => ({ key, label })));
  if (tabs.length < 2 || !tabs.some(({ key }) => key === path)) return null;
  return (
    <div className="row rigid high-36 pad-x-16 line-below">
      <ViewTabs
        label={`${group}分类`}
        views={tabs}
        value={path}
        onChange={(key) => {
          location.hash = `#${key}`;
        }}
      />
    </div>
  );
}
