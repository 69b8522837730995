// rich: rich text: its editor and its drawing.

import { lazy, Suspense } from 'react';
import type { ControlProps } from '#web/form/types.ts';
import './rich.css';

const EditorPane = lazy(() => import('./EditorPane.tsx'));

export interface RichEditorProps {
  /** HTML, '' when nothing is written. */
  value: string;
  onChange: (html: string) => void;
  disabled: boolean;
  label: string;
  attributes: ControlProps['attributes'];
  /** Keeps a picture and answers its file's id; without it the text has none. */
  onPicture?: (file: File) => Promise<string>;
}

/** A field for rich text; the editor is fetched when the first one is shown. */
export function RichEditor(props: RichEditorProps) {
  return (
    <Suspense fallback={<div className="rich-editor rich-waiting stack on-s2 round edged" aria-busy="true" />}>
      <EditorPane {...props} />
    </Suspense>
  );
}
