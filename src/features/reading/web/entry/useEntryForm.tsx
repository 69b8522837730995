import { type ReactNode, useState } from 'react';
import { EntryForm, type EntryPerson } from './EntryForm.tsx';

/** The form 录入体征, drawn where `form` is used, and the function that opens it. */
interface Opened {
  enter: (person: EntryPerson) => void;
  form: ReactNode;
}

/**
 * Returns the form of a customer's values for a list or a page.
 * @param onDone runs after values were saved
 */
export function useEntryForm(onDone?: () => void): Opened {
  const [person, setPerson] = useState<EntryPerson>();
  return {
    enter: (next) => setPerson({ ...next }),
    form: <EntryForm person={person} onClosed={() => setPerson(undefined)} {...(onDone && { onDone })} />,
  };
}
