import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { missing } from '#web/format.ts';
import { call } from '#web/request.ts';
import { sosLink } from './links.ts';

/** A search waits this long for the next key, ms. */
const quiet = 300;

/** 查找客户 by name, pinyin initials, or the last digits of a phone or ID number; leads to the person's alarms. */
export function FindPerson() {
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text.trim()), quiet);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError, refetch } = useQuery({
    queryKey: ['home', 'find', keyword],
    queryFn: ({ signal }) => call(customerApi.findCustomer, { keyword }, { signal }),
    enabled: keyword !== '',
    placeholderData: (before) => (keyword === '' ? undefined : before),
  });
  return (
    <section className="home-card home-find" aria-label="查找客户">
      <label>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          value={text}
          maxLength={50}
          placeholder="姓名 / 首字母 / 手机、身份证后 4 位"
          aria-label="查找客户"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {keyword !== '' && isError && (
        <p className="home-lost" role="status">
          没有取到
          <button type="button" className="link" onClick={() => void refetch()}>
            重试
          </button>
        </p>
      )}
      {keyword !== '' && data && <Found people={data} keyword={keyword} />}
    </section>
  );
}

interface Person {
  id: string;
  name: string;
  age: number | null;
  area: string;
  phone: string | null;
}

function Found({ people, keyword }: { people: readonly Person[]; keyword: string }) {
  if (people.length === 0) return <p className="home-none">没有找到「{keyword}」</p>;
  return (
    <ul>
      {people.map(({ id, name, age, area, phone }) => (
        <li key={id}>
          <b>{name}</b> {age === null ? '' : `${age} 岁`}
          <span>{area || missing}</span>
          <span>{phone ?? missing}</span>
          <a href={sosLink({ tab: 'all', view: 'list', keyword: name })}>告警</a>
        </li>
      ))}
    </ul>
  );
}
