import { addressOf } from '../../src/shell/routes.js';
import type { ModelSettings } from '../model-settings.js';
import { scenarios, type Scenario } from '../practice/scenarios.js';

interface Props {
  settings: ModelSettings;
  enabledTools: string[];
  onSay(text: string): void;
}

/** What an empty chat shows: what this is, and things to begin with. */
export function Welcome({ settings, enabledTools, onSay }: Props) {
  const practice = settings.provider === 'practice';
  return (
    <div class="welcome">
      <h1>Tools that run in your browser</h1>
      <p>
        The model calls; your browser does the work: files, memory, scripts in a sandbox. Nothing of it leaves this page
        {practice ? '.' : ', but for what the model reads.'}
      </p>
      <ul class="scenarios">
        {scenarios.map((scenario) => (
          <li key={scenario.id}>
            <Offer scenario={scenario} missing={scenario.tools.filter((name) => !enabledTools.includes(name))} onSay={onSay} />
          </li>
        ))}
      </ul>
      {practice && (
        <p class="hint">
          This is the practice mode: a scripted model, your real tools, no network. <a href={addressOf('settings', 'model')}>Use a model of your own</a>:
          Anthropic, OpenAI, or one on this computer.
        </p>
      )}
    </div>
  );
}

function Offer({ scenario, missing, onSay }: { scenario: Scenario; missing: string[]; onSay(text: string): void }) {
  return (
    <button type="button" class="scenario" disabled={missing.length > 0} onClick={() => onSay(scenario.prompt)}>
      <span class="scenario-label">{scenario.label}</span>
      <span class="hint">{missing.length > 0 ? `Needs ${missing.join(' and ')}, which is off in the settings.` : scenario.about}</span>
    </button>
  );
}
