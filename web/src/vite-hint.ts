/** What to do about an address where Vite 7 and older move the package while it is developed, without its files. */
export function viteHint(url: string): string | undefined {
  if (!url.includes('/.vite/deps/')) return undefined;
  return "the development server of Vite 7 and older leaves this file out; add to vite.config: optimizeDeps: { exclude: ['clienttools'] }";
}
