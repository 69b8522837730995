import { Type } from '#shared/typebox.ts';

export const Text = (title: string, maxLength: number) => Type.String({ maxLength, title });
export const Day = (title: string) => Type.String({ format: 'date', title });
