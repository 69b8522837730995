import { useEffect, useState } from 'react';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Formats an instant for lists (look.md §4): today 09:41:58, this year 11-19 08:02, else the full date. Local time. */
export function stampText(instant: string, now: Date): string {
  const time = new Date(instant);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const date = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  if (time.toDateString() === now.toDateString()) {
    return `${clock}:${two(time.getSeconds())}`;
  }
  return time.getFullYear() === now.getFullYear() ? `${date} ${clock}` : `${time.getFullYear()}-${date}`;
}

/** Returns the current time, updated every `milliseconds`. */
export function useNow(milliseconds: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return now;
}
