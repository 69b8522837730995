import { FileSpreadsheet } from 'lucide-react';
import { useRef } from 'react';
import { maxImportBytes } from '#shared/contract/import.ts';

interface Props {
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** Name of the hidden input. */
  label: string;
  /** Shown before a file is chosen. */
  hint: string;
}

/** Returns whether a file is larger than imports take. */
export const isTooLarge = (file: File | undefined): boolean => file !== undefined && file.size > maxImportBytes;

/** Takes the sheet of an import by choice or by drop, and says when it is too large. */
export function FileDrop({ file, onFile, label, hint }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="import-drop gap-2 text-text2 bg-s2 grid cursor-pointer"
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onFile(event.dataTransfer.files[0]);
        }}
      >
        <FileSpreadsheet size={24} aria-hidden="true" />
        {file ? file.name : hint}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".xlsx,.csv"
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      {isTooLarge(file) && (
        <p className="text-level1-text" role="alert">
          文件超过 20 MB，请拆成几个文件
        </p>
      )}
    </>
  );
}
