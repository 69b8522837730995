import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { ProjectList } from './ProjectList.tsx';
import './project.css';

const ProjectPage = lazy(() => import('./ProjectPage.tsx').then(({ ProjectPage }) => ({ default: ProjectPage })));

/** Contracts (domain.md 6.12): the list, and a page for each contract below its URL. */
export default function ProjectScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <ProjectList />;
  return (
    <Suspense fallback={null}>
      <ProjectPage id={id} />
    </Suspense>
  );
}
