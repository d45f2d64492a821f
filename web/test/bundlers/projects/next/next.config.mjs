import path from 'node:path';

/** @type {import('next').NextConfig} */
export default {
  output: 'export',
  // The packages are in a folder above, which is so in this test only.
  turbopack: { root: path.join(import.meta.dirname, '../..') },
};
