import { useEffect, useState } from 'react';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** An instant as lists write it (look.md §4): today 09:41:58, this year 11-19 08:02, else the full date. Local time. */
export function stampText(at: string, now: Date): string {
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const date = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  if (time.toDateString() === now.toDateString()) {
    return `${clock}:${two(time.getSeconds())}`;
  }
  return time.getFullYear() === now.getFullYear() ? `${date} ${clock}` : `${time.getFullYear()}-${date}`;
}

/** How old an instant is: 「12 秒前」, 「5 分钟前」, 「3 小时前」; from one day its date. */
export function ageText(at: string, now: Date): string {
  const age = Math.max(0, now.getTime() - new Date(at).getTime());
  if (age < minute) {
    return `${Math.floor(age / second)} 秒前`;
  }
  if (age < hour) {
    return `${Math.floor(age / minute)} 分钟前`;
  }
  return age < day ? `${Math.floor(age / hour)} 小时前` : stampText(at, now);
}

/** The present time, renewed every `milliseconds`. */
export function useNow(milliseconds: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return now;
}
