import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/**
 * Markdown that a model, a file or a page wrote, as a piece of document that runs
 * nothing, loads nothing and sends nothing: an allow list of tags, no styles, no
 * forms, no remote images, links that say where they lead.
 */
export function safeMarkdown(text: string): DocumentFragment {
  return sanitize(marked.parse(text, { async: false }));
}

const marked = new Marked({
  gfm: true,
  // The page has headings of its own; these come below them.
  walkTokens: (token) => void (token.type === 'heading' && (token['depth'] = Math.min(6, (token['depth'] as number) + 2))),
  renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') },
});

const tags = 'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img kbd li ol p pre s strong sub sup table tbody td th thead tr ul'.split(' ');
const inlineImage = /^data:image\/(png|jpeg|gif|webp);base64,/i;
const linkProtocols = new Set(['http:', 'https:', 'mailto:']);

let purifier: typeof DOMPurify | undefined;

function sanitize(html: string): DocumentFragment {
  purifier ??= newPurifier();
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: true,
    RETURN_DOM_FRAGMENT: true,
  });
}

function newPurifier(): typeof DOMPurify {
  // An instance of its own: hooks of other users of the library do not meet these.
  const own = DOMPurify(window);
  own.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName === 'A') showWhereItLeads(node);
    else if (node.nodeName === 'IMG') keepOnlyInline(node);
    else for (const name of ['href', 'src']) node.removeAttribute(name);
  });
  return own;
}

function showWhereItLeads(link: Element): void {
  const url = absoluteURL(link.getAttribute('href') ?? '');
  link.removeAttribute('src');
  if (!url) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', url.href);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
  link.setAttribute('title', url.href);
  // An address that the text does not show in full stands behind it, apart, so that no character of the text turns it round.
  if (link.textContent === url.href || `${link.textContent}/` === url.href) return;
  const address = link.ownerDocument.createElement('bdi');
  address.textContent = ` (${url.href})`;
  link.append(address);
}

function keepOnlyInline(image: Element): void {
  const source = image.getAttribute('src') ?? '';
  image.removeAttribute('href');
  if (inlineImage.test(source)) return;
  image.replaceWith(`[image: ${image.getAttribute('alt') || 'without a text'}${source ? `, ${source}` : ''}]`);
}

// No relative ones: a text of a model has no place in this app to be relative to.
function absoluteURL(href: string): URL | undefined {
  try {
    const url = new URL(href);
    return linkProtocols.has(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
