import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '..');

const Report = z.object({
  diagnostics: z.array(
    z.object({
      // Only needless disable comments have no code.
      code: z.string().default('unused-directive'),
      message: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});

/** `rule` has oxlint's spelling: `import(no-cycle)`. */
export interface Finding {
  file: string;
  line: number;
  rule: string;
  message: string;
}

/** Does not touch the real files. */
export async function lint(sources: Record<string, string>): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vestibule-checks-'));
  try {
    await copySettings(folder);
    for (const [file, source] of Object.entries(sources)) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), source);
    }
    const { diagnostics } = Report.parse(JSON.parse(await oxlint(folder, Object.keys(sources))));
    return diagnostics.map(({ filename, labels, code, message }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 0,
      rule: code,
      message,
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function copySettings(folder: string): Promise<void> {
  const settings = ['.oxlintrc.json', 'tsconfig*.json', '{packages,apps}/*/tsconfig.json', 'e2e/tsconfig.json'];
  for await (const file of glob(settings, { cwd: root })) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await copyFile(path.join(root, file), path.join(folder, file));
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await mkdir(path.join(folder, 'checks'));
  await symlink(path.join(root, 'checks/plugin.ts'), path.join(folder, 'checks/plugin.ts'));
}

/** Exit 1 means findings. Other output fails to parse. */
async function oxlint(cwd: string, files: string[]): Promise<string> {
  const bin = path.join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [bin, '--format=json', ...files], { cwd }, (error, stdout, stderr) => {
      if (error && !stdout.startsWith('{'))
        reject(new Error(`oxlint did not report: ${stdout}${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
