import type { ApiError } from '#web/api/request.ts';
import { fullTime } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { resultWords } from './rows.ts';
import type { Change, Contest, FactName } from './send.ts';

const factTitles: Readonly<Record<FactName, string>> = {
  conclusion: '结论',
  advice: '建议',
  nextDate: '下次体检日期',
  fileIds: '原始报告',
};

const titleOf = (change: Change): string => ('item' in change ? change.item.label : factTitles[change.fact]);

/** Characters of a long text. */
const shownLength = 80;

/** Returns what a change stores in words: 36.9, 阴性, 2 份; 空 for nothing. */
function wordsOf(change: Change): string {
  if ('fact' in change) {
    const { value } = change;
    const words = Array.isArray(value) ? (value.length > 0 ? `${value.length} 份` : '') : (value ?? '');
    return words.length > shownLength ? `${words.slice(0, shownLength)}…` : words || '空';
  }
  const { item, entered } = change;
  const { text, note, absent } = entered;
  const isNumber = item.form === 'number';
  const words = isNumber && !absent ? text : resultWords(item, { code: item.code, value: null, text, note, absent });
  return words || '空';
}

/** Asks who wins where two people changed the same fields; true: the user. */
export async function askWhoWins(contests: readonly Contest[], { data }: ApiError): Promise<boolean> {
  const { updatedBy, updatedAt } = (data ?? {}) as { updatedBy?: string; updatedAt?: string };
  const by = updatedBy ? `${updatedBy} 于 ${fullTime(updatedAt).slice(11, 16)}` : '别人刚才';
  const text = (
    <>
      {by} 改过同一项，和你填的不同：
      {contests.map(({ mine, theirs }) => (
        <span key={titleOf(mine)} className="block">
          {titleOf(mine)}：对方 <b>{wordsOf(theirs)}</b>，你填 <b>{wordsOf(mine)}</b>
        </span>
      ))}
    </>
  );
  return box.confirm(text, { title: '同一项有两个人在填', level: 'notice', ok: '存我填的', cancel: '用对方的' });
}

/** Says what was not stored because the examination is no draft any more. */
export function tellClosed(changes: readonly Change[], { msg }: ApiError): void {
  void box.alert(`「${changes.map(titleOf).join('、')}」没有存：${msg}`, {
    ...{ title: '这份体检已经不是草稿', level: 'notice', ok: '知道了' },
  });
}
