// rich: rich text: editor and rendering.

import { lazy, Suspense } from 'react';
import type { ControlProps } from '#web/form/types.ts';
import './rich.css';

const EditorPane = lazy(() => import('./EditorPane.tsx'));

export interface RichEditorProps {
  /** HTML, '' if empty. */
  value: string;
  onChange: (html: string) => void;
  disabled: boolean;
  label: string;
  attributes: ControlProps['attributes'];
  /** Stores a picture and returns its file id; without it the text has no pictures. */
  onPicture?: (file: File) => Promise<string>;
}

/** A field for rich text; the editor loads when the first one is shown. */
export function RichEditor(props: RichEditorProps) {
  return (
    <Suspense
      fallback={
        <div className="rich-editor rich-waiting flex flex-col bg-s2 rounded-md border border-edge" aria-busy="true" />
      }
    >
      <EditorPane {...props} />
    </Suspense>
  );
}
