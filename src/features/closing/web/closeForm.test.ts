import { describe, expect, it } from 'vitest';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { type CloseDraft, defaultFollowUp, missingToClose } from './closeForm.ts';

const clock = { claimed: 1, called: 2, familyTold: null, dispatched: null, arrived: null, closed: null };
const call = {
  id: '1',
  kind: 'call',
  at: '',
  userId: null,
  userName: null,
  note: null,
  data: {},
} as WarnDetail['steps'][number];

const refused: WarnDetail['refused'] = { results: [], familyTold: null };

function detail(patch: Partial<WarnDetail> = {}) {
  return {
    steps: [],
    dispatches: [],
    clock,
    missing: [],
    reportNeeded: false,
    incidentReport: null,
    refused,
    ...patch,
  };
}

function keys(input: ReturnType<typeof detail>, draft = {}) {
  return missingToClose(input, draft).map((lack) => lack.key);
}

describe('what closing still lacks', () => {
  it('is everything at first, in the order in which it is settled', () => {
    const dispatch = {
      id: '1',
      name: '望湖服务站',
      phone: null,
      kind: 'station',
      state: 'on_way',
      note: null,
      sentAt: '',
      position: null,
      arrivedAt: null,
    } as const;
    expect(keys(detail({ dispatches: [dispatch] }))).toEqual(['dispatch', 'contact', 'family', 'result', 'note']);
  });

  it('is nothing when a call is on record and the form is filled', () => {
    expect(keys(detail({ steps: [call] }), { result: 'on_site', note: '已扶起安抚', familyTold: true })).toEqual([]);
  });

  it('is another result, and a reason, where the record does not bear out what was chosen', () => {
    const why = '没有接通';
    const warn = detail({ steps: [call], refused: { results: [{ result: 'mis_touch', why }], familyTold: why } });
    const draft = { result: 'mis_touch', note: '老人说按错了', familyTold: true } as const;
    expect(missingToClose(warn, draft)).toMatchObject([{ key: 'family' }, { key: 'result', hint: why }]);
    const sent: CloseDraft = { ...draft, result: 'hospital', familyTold: false, familyNote: '家属在国外' };
    expect(keys(warn, sent)).toEqual([]);
    expect(keys(warn, { ...sent, followUpAt: null })).toEqual(['followUp']);
  });

  it('takes a reason where nobody was called or the family was not told', () => {
    const draft = { result: 'none', note: '演练结束恢复', familyTold: false };
    expect(keys(detail(), draft)).toEqual(['contact', 'family']);
    expect(keys(detail(), { ...draft, familyNote: '无家属', noContactReason: '现场演练' })).toEqual([]);
  });

  it('counts the family as told once a call has reached them, unless the form says otherwise', () => {
    const told = detail({ steps: [call], clock: { ...clock, familyTold: 160_000 } });
    expect(keys(told)).toEqual(['result', 'note']);
    expect(keys(told, { familyTold: false })).toEqual(['family', 'result', 'note']);
  });

  it('does not take four characters of blanks and words for a note', () => {
    expect(keys(detail({ steps: [call] }), { result: 'phone', familyTold: true, note: ' 已安抚  ' })).toEqual(['note']);
  });

  it('shows what only the server knows, and what both know once', () => {
    const lacks = missingToClose(detail({ steps: [call], missing: ['处置结果', '现场照片'] }), {
      familyTold: true,
      note: '已扶起安抚',
    });
    expect(lacks.map((lack) => lack.label)).toEqual(['处置结果', '现场照片']);
  });

  it('offers the first 回访 after 24 hours', () => {
    expect(defaultFollowUp(Date.parse('2026-11-20T01:37:22.000Z'))).toBe('2026-11-21T01:37:22.000Z');
  });

  it('is the report where the administrator had to be called, once', () => {
    const late = detail({ reportNeeded: true, missing: ['事件报告'] });
    expect(keys(late)).toContain('report');
    expect(keys(late)).not.toContain('other');
    expect(keys(late, { incidentReport: '夜班在处理火警，接管后接警。' })).not.toContain('report');
  });
});
