import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  header: { load: () => import('./HeaderSlot.tsx') },
  equipmentSection: {
    ...{ key: 'commands', title: '指令', permission: 'equipment:command', sort: 40 },
    load: () => import('./Commands.tsx'),
  },
  equipmentHead: { last: true, load: () => import('./LocateButton.tsx') },
});
