import { useId, useState } from 'preact/hooks';
import { providerNames, type Models, type ProviderKind } from '../chat/model-settings.js';
import { useStore } from '../src/hooks/use-store.js';

const about: Record<ProviderKind, string> = {
  practice: 'A scripted stand-in that calls your real tools. No key, no network.',
  anthropic: 'Claude, with a key from the Anthropic console. The page talks to the API directly.',
  openai: 'Models of OpenAI over Chat Completions, with a key from the OpenAI platform.',
  compatible:
    'Any server that speaks Chat Completions: Ollama, llama.cpp, LM Studio, vLLM, a router. A local one needs no key, but has to allow this page (CORS).',
};

const vendorAddress: Partial<Record<ProviderKind, string>> = { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com/v1' };

/** Whose model answers, and how to reach it. */
export function ModelSection({ models }: { models: Models }) {
  const settings = useStore(models.settings);
  const { provider, remember } = settings;
  return (
    <>
      <fieldset class="providers">
        <legend class="visually-hidden">Whose model answers</legend>
        {(Object.keys(providerNames) as ProviderKind[]).map((kind) => (
          <label class="card" key={kind}>
            <input type="radio" name="provider" value={kind} checked={kind === provider} onChange={() => models.change({ provider: kind })} />
            <span class="card-name">{providerNames[kind]}</span>
            <span class="card-subtitle">{about[kind]}</span>
          </label>
        ))}
      </fieldset>
      {provider !== 'practice' && (
        <form class="model-fields" key={provider} onSubmit={(event) => event.preventDefault()}>
          <KeyField models={models} provider={provider} />
          <TextField
            label="Model"
            value={settings.endpoints[provider].model}
            hint={provider === 'compatible' ? 'The name that the server gives it, for example qwen3:8b.' : ''}
            onValue={(model) => models.change({ endpoints: { ...settings.endpoints, [provider]: { ...settings.endpoints[provider], model } } })}
          />
          <TextField
            label="Address"
            value={settings.endpoints[provider].baseURL}
            placeholder={vendorAddress[provider]}
            hint={provider === 'compatible' ? 'Where /chat/completions is.' : 'Empty: the vendor’s own. Set it to go through a proxy of yours.'}
            onValue={(baseURL) => models.change({ endpoints: { ...settings.endpoints, [provider]: { ...settings.endpoints[provider], baseURL } } })}
          />
          <label class="remember">
            <input type="checkbox" checked={remember} onChange={(event) => models.change({ remember: event.currentTarget.checked })} />
            Remember keys in this browser
          </label>
          <p class="hint">
            {remember
              ? 'Keys are stored in this browser, readable by whoever uses it. They go to the address above and nowhere else.'
              : 'Keys stay in the memory of this page until it closes. They go to the address above and nowhere else.'}
          </p>
        </form>
      )}
    </>
  );
}

function KeyField({ models, provider }: { models: Models; provider: Exclude<ProviderKind, 'practice'> }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const optional = provider === 'compatible';
  const shared = {
    id,
    class: 'mono',
    autocomplete: 'off',
    spellcheck: false,
    value: models.key(provider),
    onInput: (event: { currentTarget: HTMLInputElement }) => models.setKey(provider, event.currentTarget.value),
  } as const;
  return (
    <div class="option">
      <label for={id}>{optional ? 'Key (if the server wants one)' : 'Key'}</label>
      <div class="form-bar">
        {shown ? <input {...shared} type="text" /> : <input {...shared} type="password" />}
        <button type="button" class="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </div>
  );
}

interface TextProps {
  label: string;
  value: string;
  hint: string;
  placeholder?: string | undefined;
  onValue(value: string): void;
}

function TextField({ label, value, hint, placeholder, onValue }: TextProps) {
  const id = useId();
  return (
    <div class="option">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="mono"
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        aria-describedby={hint && `${id}-about`}
        onChange={(event) => onValue(event.currentTarget.value.trim())}
      />
      {hint && (
        <p class="hint" id={`${id}-about`}>
          {hint}
        </p>
      )}
    </div>
  );
}
