import { FileImage } from '#web/file/FileImage.tsx';
import { uploadFile } from '#web/file/file.ts';
import { PictureUpload } from '#web/form/fields/PictureUpload.tsx';
import type { ControlProps } from '#web/form/types.ts';
import { newsApi } from '../contract.ts';

/** Field for an article's cover; the server crops it to 16:9. Its value is the file id. */
export function CoverField(props: ControlProps) {
  return (
    <PictureUpload
      {...props}
      name="封面"
      hint="自动裁成 16:9；jpg/png/webp，不超过5MB。提交审核前必填。"
      shape="wide"
      upload={async (file) => (await uploadFile<{ fileId: string }>(newsApi.uploadNewsCover.path, file)).fileId}
      show={(id) => <FileImage id={id} alt="封面" />}
    />
  );
}
