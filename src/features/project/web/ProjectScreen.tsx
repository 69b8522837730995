import { useScreen } from '#web/shell/screen.ts';
import { ProjectList } from './ProjectList.tsx';
import { ProjectPage } from './ProjectPage.tsx';
import './project.css';

/** Contracts (domain.md 6.12): the list, and below its address a page for each of them. */
export default function ProjectScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  return id ? <ProjectPage id={id} /> : <ProjectList />;
}
