import type { ReactNode } from 'react';

/** Message of a field with its icon, shown under the field. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <div className="field-error">
      <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
        <path
          d="M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M6.2 3.3h1.600l-.3 4.600h-1zM7 9.3a.9.9 0 1 1 0 1.800.9.9 0 0 1 0-1.800"
          fillRule="evenodd"
        />
      </svg>
      <span>{children}</span>
    </div>
  );
}
