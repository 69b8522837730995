import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** Paths of two PEM files, and the certificate for a client to trust. */
export interface CertificateFiles {
  cert: string;
  key: string;
  pem: string;
}

const day = 86_400_000;

/** Writes a self-signed certificate for 127.0.0.1 and its key; valid for `days`. */
export async function writeCertificate(folder: string, name = 'server', days = 90): Promise<CertificateFiles> {
  const generated = await generate([{ name: 'commonName', value: `anhao ${name}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 100 * day),
    notAfterDate: new Date(Date.now() + days * day),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`), pem: generated.cert };
  await writeFile(files.cert, generated.cert);
  await writeFile(files.key, generated.private);
  return files;
}
