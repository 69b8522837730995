/** What follows where a department goes into another one. */
import type { CommandContext } from './command.ts';
import { extensionsOf } from './extensions.ts';

/** What a feature does when a department goes into another one: its part `merged`. */
export interface DepartmentMerge {
  /** Called when the rows with a `department_id` stand in the new one already. */
  afterMerge(ctx: CommandContext, from: string, to: string): Promise<void>;
}

/** Lets every feature follow. */
export async function runAfterMerge(ctx: CommandContext, from: string, to: string): Promise<void> {
  for (const { extension: part } of await extensionsOf('departmentMerge')) await part.afterMerge(ctx, from, to);
}
