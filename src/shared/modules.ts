/**
 * Modules that a project can switch off (domain.md 4.1) with their routes; customers, devices and warns are always on.
 */
export const modules = {
  location: { label: '定位', routes: ['/location/list', '/location/app'] },
  archive: { label: '健康档案', routes: ['/healthy/archives'] },
  early_warning: { label: '健康预警', routes: ['/healthy/early_warning'] },
  assessment: { label: '评估', routes: ['/healthy/assessment'] },
  sleep: { label: '睡眠', routes: ['/healthy/sleep_data'] },
  physical: { label: '体检', routes: ['/healthy/physicals'] },
  upload: { label: '数据上报', routes: ['/platform/data_upload'] },
  push: { label: '推送', routes: ['/platform/push_list', '/equipment/push_log'] },
  statistics: { label: '统计', routes: ['/statistical/layout_statistics'] },
} as const satisfies Record<string, { label: string; routes: readonly string[] }>;

export type Module = keyof typeof modules;

/** Returns the routes of modules that none of these projects has on. Null is a project with all modules. */
export function routesWithout(projects: readonly (readonly string[] | null)[]): string[] {
  return Object.entries(modules).flatMap(([key, { routes }]) =>
    projects.every((on) => on !== null && !on.includes(key)) ? [...routes] : [],
  );
}
