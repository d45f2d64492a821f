import { useStore } from '../hooks/use-store.js';
import type { Store } from './store.js';
import type { Theme } from './theme.js';

const names: Record<Theme, string> = { system: 'As the device', light: 'Light', dark: 'Dark' };
const signs: Record<Theme, string> = { system: '◐', light: '☀', dark: '☾' };
const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** Goes through the themes. */
export function ThemeSwitch({ theme }: { theme: Store<Theme> }) {
  const chosen = useStore(theme);
  const label = `Theme: ${names[chosen]}`;
  return (
    <button type="button" class="quiet theme" aria-label={label} title={label} onClick={() => theme.set(next[chosen])}>
      <span aria-hidden="true">{signs[chosen]}</span>
    </button>
  );
}
