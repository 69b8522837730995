import { findFeatures } from '#server/feature/extensions.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { TSchema } from '#shared/typebox.ts';

/** Endpoint of the code, as the list shows it. */
export interface Listed {
  method: Endpoint['method'];
  path: string;
  name: string;
  module: string;
  moduleTitle: string;
  permission: string;
  log: boolean;
  sensitive: boolean;
}

/** Names of fields with personal data or secrets, for all features. */
const personal =
  /^(idNo|mobile|phone|doctorPhone|address|birthDate|allergies|chronic|medicines|conditions|password|oldPassword|newPassword|secret|token|recoveryCodes|lat|lng)$/;

interface Part {
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: Part[];
}

function holdsPersonal(schema: TSchema | Part, depth = 0): boolean {
  const { properties = {}, items, anyOf = [] } = schema as Part;
  if (depth > 6) return false;
  return (
    Object.entries(properties).some(([name, part]) => personal.test(name) || holdsPersonal(part, depth + 1)) ||
    (items !== undefined && holdsPersonal(items, depth + 1)) ||
    anyOf.some((part) => holdsPersonal(part, depth + 1))
  );
}

function listed(endpoint: Endpoint, module: string, moduleTitle: string): Listed {
  const { method, path, title: name, permission, change: log } = endpoint;
  const sensitive = holdsPersonal(endpoint.input) || holdsPersonal(endpoint.output);
  return { method, path, name, module, moduleTitle, permission, log, sensitive };
}

let cached: Promise<Listed[]> | undefined;

/** Returns every endpoint of the code, sorted by path; cached. */
export function catalogue(): Promise<Listed[]> {
  cached ??= findFeatures().then((features) =>
    features
      .flatMap((feature) =>
        Object.values(feature.endpoints).map((endpoint) =>
          listed(endpoint, feature.module ?? feature.name, feature.title),
        ),
      )
      .sort((a, b) => a.path.localeCompare(b.path)),
  );
  return cached;
}

/** Returns the name of an endpoint, `POST /api/…`. */
export function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}
