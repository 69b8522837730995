import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followOtherTabs, session } from './session.ts';
import { resume } from './sessionFlow.ts';
import { isOpenRoute, routeOf } from './shell/route.ts';
import { startTheme } from './theme.ts';

startTheme();
followOtherTabs();
// Beside the shell's files; what fails is asked for again, and told, by the shell.
if (session().token && !isOpenRoute(routeOf(location.hash))) resume().catch(() => undefined);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
