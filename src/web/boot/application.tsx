import '#web/ui/base.css';
import '#web/ui/styles.css';
import '#web/ui/parts.css';
import '#web/ui/tailwind.css';
import { createRoot } from 'react-dom/client';
import { followOtherTabs, session } from '#web/api/session.ts';
import { resume } from '#web/api/sessionFlow.ts';
import { startTheme } from '#web/core/theme.ts';
import { isOpenRoute, routeOf } from '#web/shell/route.ts';
import { App } from './App.tsx';

startTheme();
followOtherTabs();
// In parallel to the shell's files; the shell repeats a failed load and reports it.
if (session().token && !isOpenRoute(routeOf(location.hash))) resume().catch(() => undefined);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
