import { useEffect, useState } from 'react';

/** Rest of the input before the server is called, ms. */
const restMs = 500;

/** Returns a value that has not changed for a while. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
