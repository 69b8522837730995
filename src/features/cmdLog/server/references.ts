/** Object type that an id column refers to; only types with names. */
const nouns: Readonly<Record<string, string>> = {
  department_id: 'department',
  project_id: 'project',
  role_id: 'role',
  menu_id: 'menu',
  customer_id: 'customer',
  equipment_id: 'equipment',
  device_id: 'equipment',
  gateway_id: 'equipment',
  substitute_id: 'equipment',
  model_id: 'model',
  warn_id: 'warn',
  linked_warn_id: 'warn',
  notice_id: 'notice',
  news_id: 'news',
  app_id: 'app',
  user_id: 'user',
  owner_id: 'user',
  handler_id: 'user',
  offered_to: 'user',
  responsible_id: 'user',
  leader_id: 'user',
  reviewer_id: 'user',
  publisher_id: 'user',
  editor_id: 'user',
};
const trees = new Set(['department', 'menu']);

function nounOf(table: string, column: string): string | undefined {
  if (column === 'parent_id') return trees.has(table) ? table : undefined;
  return nouns[column] ?? nouns[column.replace(/_ids$/, '_id')];
}

/** Returns the objects that a recorded value refers to: one id or a list of ids; empty for other columns. */
export function referencesOf(table: string, column: string, value: unknown): { type: string; id: string }[] {
  const type = nounOf(table, column);
  if (!type || value === null || value === undefined) return [];
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return ids.map((id) => ({ type, id: String(id) }));
}
