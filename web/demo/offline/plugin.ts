import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Adds the service worker to the build, with the list of everything that was built. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      // The page is asked for as the folder it stands in.
      const files = ['./', ...Object.keys(bundle).filter((name) => name !== 'index.html')].sort();
      const page = bundle['index.html'];
      const text = page?.type === 'asset' ? String(page.source) : '';
      const version = createHash('sha256')
        .update(JSON.stringify([files, text]))
        .digest('hex')
        .slice(0, 12);
      const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8')
        .replace('self.__FILES__', JSON.stringify(files))
        .replace('self.__VERSION__', JSON.stringify(version));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
