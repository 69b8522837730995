import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followOtherTabs } from './session.ts';
import { startTheme } from './theme.ts';

startTheme();
followOtherTabs();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
