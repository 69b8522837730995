import './home.css';
import { can } from '#web/session.ts';
import { EntryCards } from './EntryCards.tsx';
import { WarnCards } from './WarnCards.tsx';

/** Where the day begins: who waits, what is mine, today's figures, and the ways on. */
export default function HomeScreen() {
  return (
    <div className="home">
      {can('warn:list') && <WarnCards />}
      <EntryCards />
    </div>
  );
}
