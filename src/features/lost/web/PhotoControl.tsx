import { useState } from 'react';
import { lostApi } from '#features/lost/contract.ts';
import { errorText } from '#web/api/feedback.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { uploadFile } from '#web/file/file.ts';
import type { ControlProps } from '#web/form/types.ts';

/** Picture of the person; the value is the id of its upload. */
export function PhotoControl({ value, onChange, disabled, attributes }: ControlProps) {
  const [problem, setProblem] = useState<string>();
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    try {
      onChange((await uploadFile<{ fileId: string }>(lostApi.uploadLostPhoto.path, file)).fileId);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <div className="flex items-center flex-wrap gap-3">
      {typeof value === 'string' && <FileImage className="size-20 object-cover rounded-sm" id={value} alt="照片" />}
      <input
        {...attributes}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={disabled}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      {problem && (
        <p className="w-full text-level1-text" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
