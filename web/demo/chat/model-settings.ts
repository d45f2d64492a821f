import { readJSON, Store, writeJSON, type KeyValueStorage } from '../src/shell/store.js';
import { practiceProvider } from './practice/provider.js';
import type { Provider } from './providers/provider.js';

/** Whose model answers. `practice` needs nobody's. */
export type ProviderKind = 'practice' | 'anthropic' | 'openai' | 'compatible';

/** What is chosen, without keys. */
export interface ModelSettings {
  provider: ProviderKind;
  endpoints: Record<Exclude<ProviderKind, 'practice'>, { baseURL: string; model: string }>;
  /** Keys are kept in this browser's storage. Otherwise they last until the page closes. */
  remember: boolean;
}

export const providerNames: Record<ProviderKind, string> = {
  practice: 'Practice mode',
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  compatible: 'OpenAI-compatible server',
};

const settingsKey = 'clienttools-demo.model';
const keysKey = 'clienttools-demo.keys';

const initial: ModelSettings = {
  provider: 'practice',
  endpoints: {
    anthropic: { baseURL: '', model: 'claude-sonnet-5-5' },
    openai: { baseURL: '', model: 'gpt-5.4' },
    compatible: { baseURL: 'http://localhost:11434/v1', model: '' },
  },
  remember: false,
};

/** Which model answers, and the keys to it. Keys go to the provider's address and nowhere else. */
export class Models {
  readonly settings: Store<ModelSettings>;
  readonly #storage: KeyValueStorage;
  readonly #keys: Map<string, string>;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    const stored = (readJSON(storage, settingsKey) ?? {}) as Partial<ModelSettings>;
    const endpoints = Object.fromEntries(
      Object.entries(initial.endpoints).map(([kind, endpoint]) => [kind, { ...endpoint, ...stored.endpoints?.[kind as 'openai'] }]),
    ) as ModelSettings['endpoints'];
    this.settings = new Store<ModelSettings>({ ...initial, ...stored, endpoints });
    this.#keys = new Map(Object.entries((readJSON(storage, keysKey) ?? {}) as Record<string, string>));
  }

  change(change: Partial<ModelSettings>): void {
    this.settings.update((settings) => ({ ...settings, ...change }));
    writeJSON(this.#storage, settingsKey, this.settings.value);
    this.#keepKeys();
  }

  key(provider: ProviderKind): string {
    return this.#keys.get(provider) ?? '';
  }

  setKey(provider: ProviderKind, key: string): void {
    if (key.trim()) this.#keys.set(provider, key.trim());
    else this.#keys.delete(provider);
    this.#keepKeys();
    // For those who show whether there is one.
    this.settings.update((settings) => ({ ...settings }));
  }

  /** What has to be filled in before the model can be asked; undefined when nothing. */
  missing(): string | undefined {
    const { provider, endpoints } = this.settings.value;
    if (provider === 'practice') return undefined;
    if (provider !== 'compatible' && !this.key(provider)) return `a key for ${providerNames[provider]}`;
    if (provider === 'compatible' && !endpoints.compatible.baseURL) return 'the address of the server';
    return endpoints[provider].model ? undefined : 'the name of a model';
  }

  /** The chosen model. */
  async open(): Promise<Provider> {
    const { provider, endpoints } = this.settings.value;
    if (provider === 'practice') return practiceProvider();
    const endpoint = { ...endpoints[provider], apiKey: this.key(provider) };
    if (provider === 'anthropic') return (await import('./providers/anthropic.js')).anthropicProvider(endpoint);
    return (await import('./providers/openai.js')).openAIProvider(endpoint);
  }

  #keepKeys(): void {
    if (this.settings.value.remember && this.#keys.size > 0) writeJSON(this.#storage, keysKey, Object.fromEntries(this.#keys));
    else this.#storage.removeItem(keysKey);
  }
}
