import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ownedTables } from '#server/db/scoped.ts';

const features = new URL('../../features/', import.meta.url);

/** Files that read an owned table without a viewer's scope, each with its reason. */
const reasons: Record<string, string> = {
  'customer/server/archiveSealed.ts: customer': 'whether people whom the importer found in scope are sealed',
  'customer/server/lockCustomer.ts: customer':
    'the row lock of people, with the condition of the scope in the statement itself',
  'customer/server/deleteCustomer.ts: customer': 'the name of a person who was just locked in scope',
  'customer/server/record/unmaskedCustomer.ts: customer':
    'a whole person is loaded for an alarm that was seen in scope, or for an emergency list of people in scope',
  'customer/server/record/callCard.ts: customer': 'the person of a follow-up that was seen in scope',
  'equipment/server/demo/addDevices.ts: equipment': 'the gateways of demo devices that are being made',
  'equipment/server/demo/populateMany.ts: customer': 'the demo customers who get demo devices',
  'equipment/server/positions.ts: customer':
    'whether the wearer of a device that was seen in scope agrees to be located',
  'equipment/server/positions.ts: equipment': 'the last position of a person or device whose alarm was seen in scope',
  'equipment/server/gateway.ts: equipment':
    'whether a gateway that was just seen in scope has a child left, or stands below another, whoever sees these',
  'equipmentTest/server/testEvidence.ts: equipment': 'ingest notes the evidence of a test for whatever device sent it',
  'equipment/server/cards.ts: equipment': 'the devices of an alarm that was seen in scope',
  'equipment/server/cards.ts: sim': 'the cards in the devices of an alarm that was seen in scope',
  'equipment/server/list/list.ts: equipment': 'the name of the gateway of a device in scope',
  'equipment/server/list/list.ts: sim': 'the card in a device in scope',
  'equipment/server/list/select.ts: sim': 'the order of devices in scope by their cards',
  'equipment/server/record.ts: sim': 'the card in a device in scope',
  'equipment/server/simCard.ts: sim': 'the card in a device that was just locked in scope',
  'equipment/server/lockEquipment.ts: equipment': 'the row lock of devices that were just seen in scope',
  'equipment/server/press.ts: equipment':
    'whose pressed devices are, by which streams are judged that are told of them',
  'file/server/fileAccess.ts: file':
    'whom a file reaches through its feature (an attachment its addressee), as the feature judges',
  'file/server/service.ts: file': 'a file that was made for one person is read by its owner alone',
  'gateway/server/addChild.ts: equipment': 'whether a number is taken by another device, whoever sees it',
  'gateway/server/edit.ts: equipment': 'a gateway that was just locked in scope',
  'gateway/server/moveChild.ts: equipment': 'the gateways of devices before these are locked in scope',
  'notification/server/rows.ts: notification': 'whom an alarm was told, for who has judged that the viewer may see it',
  'sleep/server/night/getNight.ts: equipment': 'where the device of a night of a person in scope is fixed',
  'sleep/server/night/rows.ts: equipment': 'the name of the device of a night of a person in scope',
  'warn/server/access.ts: warn':
    'the row lock of an alarm that was just seen in scope; the ladder and the release of what an absent operator holds',
  'warn/server/demo/demo.ts: warn': 'the demo alarms that were just made',
  'archive/server/healthStore.ts: customer': 'the words of demo people who were just made',
  'archive/server/words.ts: customer': 'the words of people who are locked, by whoever changes their rows',
  'assessment/server/act/signaturePicture.ts: file':
    'the picture of a signature, of an assessment that was just locked or is judged in scope',
  'assessment/server/annex/annexA.ts: customer': 'the person of an assessment that was seen in scope',
  'closing/server/closeWarn.ts: warn': 'whether another alarm of the same subject is open, whoever sees it',
  'escalation/server/gathered.ts: warn':
    'what waits in the project of a group that is told of it, counted, and alarms whose messages go together',
  'fence/server/events.ts: fence': 'the name of a fence that a person in scope crossed',
  'followUp/server/recordFollowUpHandover.ts: warn':
    'the row locks of alarms whose follow-up a handover that the taker was let into gives on',
  'lost/server/open.ts: warn': 'whether a person in scope is lost already',
  'handover/server/takeOver.ts: warn':
    'what an operator hands over is listed and locked whole; the taker is refused what they do not see',
  'warn/server/claim/assignments.ts: warn':
    'what a person whose account ends still has in hand is released, whatever their scope',
  'warn/server/departmentMerge.ts: warn': 'the open alarms of a merged department, for the events to who sees them now',
  'physical/server/files.ts: file': 'reports of an examination that was just locked in scope, or is judged in scope',
  'physical/server/read/detail.ts: file': 'names and sizes of the reports of an examination in scope',
  'share/server/sheet.ts: warn': 'the alarm behind a link, masked; who made the link saw it in scope',
};

async function serverFiles(): Promise<{ path: string; text: string }[]> {
  const paths = (await readdir(features, { recursive: true })).filter(
    (path) => /\/server\/.+\.ts$/.test(path) && !path.endsWith('.test.ts'),
  );
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(new URL(path, features), 'utf8') })));
}

test('an owned table is read through scoped(viewer, table) only, but where a reason stands here', async () => {
  const files = await serverFiles();
  const owned = Object.keys(ownedTables);
  const direct = files.flatMap(({ path, text }) =>
    owned
      .filter((table) => new RegExp(`\\.(from|selectFrom|innerJoin|leftJoin)\\(\\s*'?${table}\\b`).test(text))
      .map((table) => `${path}: ${table}`),
  );
  expect(direct.sort()).toEqual(Object.keys(reasons).sort());
});
