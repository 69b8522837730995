import { uploadFile } from '#web/file/file.ts';
import type { Field } from '#web/form/types.ts';
import { RichEditor } from '#web/rich/RichEditor.tsx';

/** Returns the rich-text field `content` of a form; its pictures are uploaded to the call at `path`. */
export function textField(label: string, path: string): Field {
  return {
    kind: 'custom',
    field: 'content',
    label,
    wide: true,
    describe: (html) => new DOMParser().parseFromString(String(html), 'text/html').body.textContent.trim() || '图片',
    control: ({ value, ...props }) => (
      <RichEditor
        {...props}
        value={typeof value === 'string' ? value : ''}
        label={label}
        onPicture={async (file) => (await uploadFile<{ fileId: string }>(path, file)).fileId}
      />
    ),
  };
}
