import { sql } from 'kysely';
import type { CommandContext } from '#server/feature/command.ts';
import { type Demo, demoOnce } from '#server/feature/seeds.ts';
import { fillArchives } from './fillArchives.ts';

/** Days that the medicines of the customer in the pictures last, by name. */
const daysOf = { 阿司匹林: 5, 氨氯地平: 18, 阿托伐他汀: 18 };

async function fillAll({ tx }: CommandContext): Promise<void> {
  const people = await tx.rows(sql<{ id: string; name: string }>`
    select id::text, name from customer where demo and deleted_at is null order by id`);
  await fillArchives(
    tx,
    people.map(({ id, name }, place) => ({
      id,
      number: place + 1,
      full: name === '王桂兰',
      daysOf: name === '王桂兰' ? daysOf : {},
    })),
  );
}

/** Fills the archives of the demo customers; they go with them. */
const demo: Demo = {
  order: 135,
  async run() {
    const isFilled = sql`id in (select customer_id from archive where lifestyle_cipher is not null)`;
    await demoOnce('customer', fillAll, isFilled);
  },
  remove: () => Promise.resolve([]),
};
export default demo;
