/** Hooks that run when one department is merged into another. */
import type { CommandContext } from './command.ts';
import { extensionsOf } from './extensions.ts';

/** A feature's hook on a department merge: its extension `departmentMerge`. */
export interface DepartmentMerge {
  /** Called after all rows with a `department_id` have moved to the new department. */
  afterMerge(ctx: CommandContext, from: string, to: string): Promise<void>;
}

export async function runAfterMerge(ctx: CommandContext, from: string, to: string): Promise<void> {
  for (const { extension: part } of await extensionsOf('departmentMerge')) await part.afterMerge(ctx, from, to);
}
