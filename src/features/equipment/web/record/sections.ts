import { useQuery } from '@tanstack/react-query';
import { can } from '#web/api/session.ts';
import { type Filled, slotsOf } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { Device } from './types.ts';

type Section = Filled<'equipmentSection'> & { title: string };

/** Returns the sections that the user may see, in order. */
export function visibleSections(): Section[] {
  return slotsOf('equipmentSection')
    .filter(({ permission }) => !permission || can(permission))
    .map((section) => ({
      ...section,
      title: typeof section.title === 'string' ? section.title : section.title(),
    }));
}

/** Returns the numbers in the tabs by section; a section whose number fails has none. */
export function useFigures(device: Device | undefined): Readonly<Record<string, number>> {
  const { active } = useScreen();
  const { data = {} } = useQuery({
    queryKey: ['equipmentFigures', { id: device?.id }],
    queryFn: async () => {
      const entries = visibleSections().map(async ({ key, figure }) =>
        device && figure ? [[key, await figure(device)] as const] : [],
      );
      const loaded = await Promise.allSettled(entries);
      return Object.fromEntries(loaded.flatMap((entry) => (entry.status === 'fulfilled' ? entry.value : [])));
    },
    enabled: active && device !== undefined,
    refetchOnMount: 'always',
  });
  return data;
}
