import { Store, type KeyValueStorage } from './store.js';

/** What the user chose to see. `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';
const themes: Theme[] = ['system', 'light', 'dark'];
const key = 'clienttools-demo.theme';

/** The chosen theme, kept in this browser and shown by the document. */
export function watchTheme(storage: KeyValueStorage, root: HTMLElement): Store<Theme> {
  const stored = storage.getItem(key);
  const theme = new Store<Theme>(themes.find((name) => name === stored) ?? 'system');
  const show = (chosen: Theme) => {
    if (chosen === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = chosen;
  };
  show(theme.value);
  theme.subscribe((chosen) => {
    show(chosen);
    try {
      storage.setItem(key, chosen);
    } catch {
      // It holds for this visit.
    }
  });
  return theme;
}
