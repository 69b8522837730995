import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { risenAlarms } from '../message.ts';
import { judgeScaip, scaipAnswer } from './request.ts';
import { scaipFormat as format } from './scaip.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const context = { number: '', profile: {}, at };

const mrq = (fields: Record<string, string>) =>
  `<mrq>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</mrq>`;

const split = (xml: string) =>
  format.split(Buffer.from(xml), {
    topic: '',
    login: { sn: 'GW1', isGateway: true, baseTopic: '' },
    state: format.createState(),
    at,
  });

function read(fields: Record<string, string> | string) {
  const xml = typeof fields === 'string' ? fields : mrq({ ref: '1', cid: 'U1', ...fields });
  const { message, error } = format.read({ word: '', body: Buffer.from(xml) }, context);
  if (!message) throw new Error(String(error));
  return message;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';

describe('which alarm', () => {
  const byDevice: [string, string[]][] = [
    ['sos', ['0002', '0003', '0004', '0006', '0007', '0017']],
    ['fall', ['0005']],
    ['gas', ['0021', '0026']],
    ['smoke', ['0023']],
    ['water', ['0033']],
    ['out_bed', ['0012', '0013']],
    ['door', ['0014']],
    ['fence_out', ['0015']],
    ['no_motion', ['0010', '0018']],
    ['heart', ['0019']],
    ['other', ['0011', '0016']],
    ['unknown', ['0051', '0099', 'abc']],
  ];
  test.each(byDevice.flatMap(([type, codes]) => codes.map((dty) => [dty, type] as const)))(
    'device %s alone, or with a status that says nothing, is %s',
    (dty, type) => {
      const variants: Record<string, string>[] = [
        {},
        { mty: 'ME', stc: '0010' },
        { stc: '0009' },
        { stc: '0117' },
        { stc: '9999' },
      ];
      for (const rest of variants)
        expect(read({ dty, ...rest })).toMatchObject({ kind: 'alarm', alarms: [type], press: true });
    },
  );

  const byStatus: [string, string[]][] = [
    ['0014', ['low_batt']],
    ['0015', ['low_batt']],
    ['0016', ['low_batt']],
    ['0085', ['power_off']],
    ['0125', ['tamper']],
    ['0023', ['other']],
    ['0067', ['other']],
    ['0086', []],
    ['0092', []],
    ['0093', []],
    ['0112', []],
    ['0070', []],
    ['0102', ['unknown']],
  ];
  test.each(byStatus)('status %s decides before the device: %j', (stc, alarms) => {
    expect(read({ dty: '3', stc }).alarms).toEqual(alarms);
  });

  test('a test call is a call for help while the unit is tested', () => {
    expect(read({ dty: '3', stc: '102' }).testType).toBe('sos');
    expect(read({ dty: '3', stc: '125' }).testType).toBeUndefined();
  });

  test.each(['PI', 'RE', 'IN'])('%s is none', (mty) => {
    const message = read({ dty: '3', mty, stc: '0014' });
    expect(message.alarms).toEqual([]);
    expect(['heartbeat', 'reset', 'information']).toContain(message.kind);
  });

  test('mains that come back end their own state alone, a reset ends both', () => {
    const [lost, again, offline, back, reset] = ['85', '85', '23', '86', '92'].map((stc) => read({ dty: '2', stc }));
    if (!lost || !again || !offline || !back || !reset) throw new Error('no messages');
    expect(risenAlarms(lost, 0)).toEqual(['power_off']);
    expect(risenAlarms(again, lost.alarmBits)).toEqual([]);
    expect([lost, offline, back, reset].map(({ alarmBits, alarmMask }) => [alarmBits, alarmMask])).toEqual([
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 3],
    ]);
  });
});

describe('reading', () => {
  test('elements in any order, with namespace, blanks and missing zeros', () => {
    const xml = `${head}<s:MRQ xmlns:s="urn:x"><s:dty> 5 </s:dty><s:lco>2</s:lco><s:stc>10</s:stc>
      <s:cid>\n 0012345 </s:cid><s:ref>A1</s:ref><s:dte><![CDATA[Bad]]> &amp; WC</s:dte><s:crd>sip:a@b</s:crd>
      <s:lge><s:geo>59.3293,18.0686</s:geo><s:tim>x</s:tim></s:lge><s:x>y</s:x></s:MRQ>`;
    expect(read(xml)).toMatchObject({
      number: '0012345',
      alarms: ['fall'],
      time: null,
      ownKey: 'A1',
      position: { lat: 59.3293, lng: 18.0686 },
      values: {
        dty: '0005',
        lco: '002',
        stc: '0010',
        cid: '0012345',
        dte: 'Bad & WC',
        crd: 'sip:a@b',
        lge: { geo: '59.3293,18.0686', tim: 'x' },
        x: 'y',
      },
    });
  });

  test('each text says where it stands', () => {
    const body = Buffer.from(
      '<x:mrq>\n<cid> U1 </cid><x:dty a="1">3</x:dty><lge><geo>1,2</geo></lge><dte>ä</dte></x:mrq>',
    );
    const spans = format.spans?.(body) ?? [];
    expect(spans.map(({ field, from, to }) => [field, body.toString('utf8', from, to)])).toEqual([
      ['number', 'U1'],
      ['values.dty', '3'],
      ['values.lge.geo', '1,2'],
      ['values.dte', 'ä'],
    ]);
  });

  test('a place as an NMEA sentence counts with a fix alone', () => {
    const lge = (fix: number) =>
      read({ dty: '3', lge: `<gga>$GPGGA,100000,5919.758,N,01804.116,W,${fix},08,0.9,12.0,M,,M,,*47</gga>` }).position;
    expect(lge(1)).toMatchObject({ lat: expect.closeTo(59.3293, 4), lng: expect.closeTo(-18.0686, 4), altitude: 12 });
    expect(lge(0)).toBeNull();
  });

  test('a reference that is counted again hides no later heartbeat', () => {
    const key = (mty: string, later: number) =>
      format.read(
        { word: '', body: Buffer.from(mrq({ ref: '1', cid: 'U', dty: '2', mty })) },
        { ...context, at: at + later },
      ).message?.ownKey;
    expect(key('PI', 0)).toBe(key('PI', 1000));
    expect(key('PI', 0)).not.toBe(key('PI', 600_000));
    expect(key('ME', 0)).toBe(key('ME', 600_000));
  });
});

describe('answers', () => {
  const answer = (xml: string) => split(xml).replies[0]?.payload;
  const complete = { ref: 'r<&', cid: 'U1', dty: '3' };
  const escapedRef = 'r&lt;&amp;';

  test('an alarm is to be called, other messages are only accepted', () => {
    const xml = (mty: string) => mrq({ ...complete, ref: escapedRef, mty });
    expect(answer(xml('ME'))).toBe(`${head}<mrs><ref>${escapedRef}</ref><snu>0</snu><mre>1</mre><cre>61</cre></mrs>`);
    for (const mty of ['PI', 'RE', 'IN'])
      expect(answer(xml(mty))).toBe(`${head}<mrs><ref>${escapedRef}</ref><snu>0</snu></mrs>`);
    expect(scaipAnswer(judgeScaip(Buffer.from(xml('ME'))), 0, { heartbeat: 60 })).toContain('<hbi>60</hbi>');
    expect(scaipAnswer(judgeScaip(Buffer.from(xml('ME'))), 5, { heartbeat: 60 })).toBe(
      `${head}<mrs><ref>${escapedRef}</ref><snu>5</snu></mrs>`,
    );
  });

  test('in the wrapper in which it came', () => {
    expect(answer('<scaip><ref>1</ref><cid>U</cid><dty>2</dty><mty>PI</mty></scaip>')).toBe(
      `${head}<scaip><ref>1</ref><snu>0</snu></scaip>`,
    );
    expect(answer('<scaip><mrq><ref>1</ref><cid>U</cid><dty>2</dty><mty>PI</mty></mrq></scaip>')).toBe(
      `${head}<scaip><mrs><ref>1</ref><snu>0</snu></mrs></scaip>`,
    );
  });

  const large = `<dte>${'x'.repeat(65_536)}</dte>`;
  test.each([
    ['no XML', 'ref=1', 2, ''],
    ['nothing', '', 2, ''],
    ['an open element', '<mrq><ref>1</ref>', 2, ''],
    ['two documents', `${mrq(complete)}${mrq(complete)}`, 2, ''],
    ['another document', '<a><cid>1</cid><dty>2</dty></a>', 2, ''],
    ['a DOCTYPE', `<!DOCTYPE mrq>${mrq({ ref: '1', cid: 'U', dty: '3' })}`, 2, ''],
    ['an entity of its own', `<!DOCTYPE mrq [<!ENTITY a "b">]><mrq><cid>&a;</cid><dty>3</dty></mrq>`, 2, ''],
    ['an unknown entity', '<mrq><cid>&a;</cid><dty>3</dty></mrq>', 2, ''],
    ['depth', `<mrq>${'<a>'.repeat(50)}${'</a>'.repeat(50)}</mrq>`, 2, ''],
    ['a DOCTYPE and too much', `<!DOCTYPE mrq><mrq>${large}</mrq>`, 2, ''],
    ['too much, and no cid', `<mrq><ref>1</ref>${large}</mrq>`, 1, '1'],
    ['no cid', '<mrq><ref>7</ref><dty>3</dty></mrq>', 7, '7'],
    ['no dty', '<mrq><ref>8</ref><cid>U</cid><dty> </dty></mrq>', 7, '8'],
    ['a cid that is none', `<mrq><ref>9</ref><cid>${'1'.repeat(65)}</cid><dty>3</dty></mrq>`, 3, '9'],
  ])('%s: refused with its reason, nothing to store', (_what, xml, status, ref) => {
    const { parts, replies, error } = split(xml);
    expect(parts).toEqual([]);
    expect(error).not.toBeNull();
    const echo = ref === '' ? '' : `<ref>${ref}</ref>`;
    expect(replies.map(({ payload }) => payload)).toEqual([`${head}<mrs>${echo}<snu>${status}</snu></mrs>`]);
  });
});

test('changed requests neither throw nor loop', () => {
  const sample = Buffer.from(
    `${head}${mrq({ ref: '1', cid: 'U1', dty: '3', lge: '<geo>1,2</geo>', dte: '&amp;<![CDATA[x]]>' })}`,
  );
  const change = fc.tuple(fc.nat(sample.length - 1), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4 }), fc.nat(sample.length), (changes, end) => {
      const bytes = Buffer.from(sample);
      for (const [place, byte] of changes) bytes[place] = byte;
      for (const body of [bytes, bytes.subarray(0, end)]) {
        const { parts, replies, error } = format.split(body, {
          topic: '',
          login: { sn: '', isGateway: true, baseTopic: '' },
          state: format.createState(),
          at,
        });
        expect(replies).toHaveLength(1);
        expect(parts.length === 1).toBe(error === null);
        format.read({ word: '', body }, context);
      }
    }),
    { numRuns: 2000 },
  );
});
