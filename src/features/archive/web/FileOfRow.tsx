import { useState } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import { FilesField } from '#web/form/fields/FilesField.tsx';
import type { ControlProps } from '#web/form/types.ts';

/** Uploads one file; the value of the field is the file's id. */
export function FileOfRow({ value, onChange, ...props }: ControlProps) {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  return (
    <FilesField
      {...props}
      path={archiveApi.uploadArchiveFile.path}
      most={1}
      value={files.filter(({ id }) => id === value)}
      onChange={(next) => {
        const chosen = (next as Attachment[] | undefined) ?? [];
        setFiles(chosen);
        onChange(chosen[0]?.id);
      }}
    />
  );
}
