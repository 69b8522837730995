import type { projectApi } from '#features/project/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type Overview = OutputOf<typeof projectApi.getProject>;
type Figure = 'customerCount' | 'equipmentCount' | 'reportingCount' | 'onlineCount' | 'warnCount';
type Figures = { projectId: string } & Partial<Record<Figure, number>>;

/** Data that a feature adds to projects, limited to the viewer's departments: its part `projectPart`. */
export interface ProjectHooks {
  /** Returns the feature's figures of these projects (null: all); projects without rows may be missing. */
  figures?(viewer: Viewer, ids: readonly string[] | null): Promise<Figures[]>;
  /** Returns the feature's part of a project's page. */
  page?(viewer: Viewer, id: string): Promise<Partial<Overview>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    projectHooks: ProjectHooks;
  }
}

async function allProjectHooks(): Promise<ProjectHooks[]> {
  return (await extensionsOf('projectHooks')).map(({ extension: part }) => part);
}

/** Returns the figures of all features, one row per project. */
export async function figuresOf(viewer: Viewer, ids: readonly string[] | null): Promise<Figures[]> {
  const results = await Promise.all((await allProjectHooks()).map((hooks) => hooks.figures?.(viewer, ids) ?? []));
  const byProject = new Map<string, Figures>();
  for (const figures of results.flat())
    byProject.set(figures.projectId, { ...byProject.get(figures.projectId), ...figures });
  return [...byProject.values()];
}

/** Returns the page data of all features. */
export async function pageOfProject(viewer: Viewer, id: string): Promise<Partial<Overview>> {
  const pages = await Promise.all((await allProjectHooks()).map((hooks) => hooks.page?.(viewer, id) ?? {}));
  return Object.assign({}, ...pages);
}
