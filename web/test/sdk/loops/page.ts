// What the browser test loads into a page: every SDK, bundled, and our adapters.
import type { ClientTools } from '../../../src/index.js';
import { conversations, type ConversationName } from './conversations.js';
import { loops } from './loops.js';
import { aiSdkDirectChat, aiSdkServerChat } from './sdks/ai-sdk-chat.js';
import { loadToPlay, play, type Observed } from './play.js';

let loaded: Promise<ClientTools> | undefined;

/** Plays one conversation in this page, with a client that all of them share. */
async function playInPage(loopName: string, name: ConversationName, url: string): Promise<Observed> {
  const loop = [...loops, aiSdkDirectChat, aiSdkServerChat].find((loop) => loop.name === loopName);
  if (!loop) throw new Error(`no loop ${loopName}`);
  loaded ??= loadToPlay(globalThis.clienttools.loadClientTools);
  return play(loop, conversations[name], url, await loaded);
}

globalThis.playInPage = playInPage;

declare global {
  // eslint-disable-next-line no-var
  var playInPage: (loopName: string, name: ConversationName, url: string) => Promise<Observed>;
}
