// What shows a document of a project without letting it do anything. Three
// walls: what could load or lead away is taken out; a policy inside the document
// forbids every load; the frame it goes into is a sandbox without scripts and
// without the page's origin.

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'";
const unwanted = 'script, noscript, template, link, meta, base, iframe, frame, frameset, object, embed, portal, fencedframe, applet';
// Taken out too, since a browser may begin to load before it has read the policy.
const loading = /^(src|srcset|imagesrcset|poster|background|data|lowsrc|dynsrc|manifest|codebase|archive|longdesc|profile)$/i;

/** The `sandbox` of the frame: no right at all. */
export const previewSandbox = '';

/** The document that shows HTML or SVG in a sandboxed frame. */
export function previewDocument(source: string): string {
  const parsed = new DOMParser().parseFromString(trusted(source), 'text/html');
  for (const element of parsed.querySelectorAll(unwanted)) element.remove();
  for (const element of parsed.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      // Links stay as text to read: following one would replace the preview.
      const leads = /^(xlink:)?href$|^(action|formaction|ping|target)$/i.test(name) && !value.startsWith('#');
      const loads = loading.test(name) && !/^data:image\//i.test(value.trim());
      if (leads || loads || /^on/i.test(name)) element.removeAttribute(name);
    }
  }
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer">`;
  return trusted(`<!doctype html><html><head>${head}${parsed.head.innerHTML}</head>${parsed.body.outerHTML}</html>`);
}

// Pages that require Trusted Types want to know who vouches for markup: the
// walls above do.
const factory = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string } } }
).trustedTypes;
let rules: { createHTML(text: string): string } | undefined;

function trusted(text: string): string {
  if (!factory) return text;
  rules ??= factory.createPolicy('clienttools-preview', { createHTML: (markup) => markup });
  return rules.createHTML(text);
}
