import type { Viewer } from '#server/core/viewer.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Other systems that call with a token of their own: a feature's extension `applications`. */
export interface Applications {
  /** Returns the application of its own token (no person behind it); null if the token is unknown or ended. */
  viewerOfToken(token: string, traceId: string, ip: string | null): Promise<Viewer | null>;
  /** Returns an application with its current scopes and projects; null if it is disabled or deleted. */
  viewerOfApp(appId: string, traceId: string): Promise<Viewer | null>;
  /**
   * Returns the ids of applications that the viewer may read or edit, with every project of theirs in the viewer's
   * scope.
   */
  administeredBy(viewer: Viewer, permission: 'app:list' | 'app:edit'): Promise<string[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    applications: Applications;
  }
}

async function applications(): Promise<Applications | undefined> {
  return (await extensionsOf('applications'))[0]?.extension;
}

/** Returns the viewer of an application's own token; null if it is none. */
export async function viewerOfAppToken(token: string, traceId: string, ip: string | null): Promise<Viewer | null> {
  if (token.length < 20 || token.length > 200) return null;
  return (await (await applications())?.viewerOfToken(token, traceId, ip)) ?? null;
}

/** Returns an application as a viewer, for work after the request; null if it is disabled or deleted. */
export async function viewerOfApp(appId: string, traceId: string): Promise<Viewer | null> {
  return (await (await applications())?.viewerOfApp(appId, traceId)) ?? null;
}

/** Returns the ids of applications that the viewer may read or edit with all their projects. */
export async function administeredApps(viewer: Viewer, permission: 'app:list' | 'app:edit'): Promise<string[]> {
  return (await (await applications())?.administeredBy(viewer, permission)) ?? [];
}
