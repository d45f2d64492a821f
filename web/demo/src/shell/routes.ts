import { Store } from './store.js';

/** The views of the app, in the order of the navigation. */
export const views = ['chat', 'files', 'console', 'settings'] as const;
export type View = (typeof views)[number];

/** Where the app is: a view, and a place in it such as a chat's id. */
export interface Route {
  view: View;
  place: string;
}

/** Reads `#/view/place`. What is no view is the chat. */
export function routeOf(hash: string): Route {
  const [view = '', ...place] = hash.replace(/^#\/?/, '').split('/');
  const known = views.find((name) => name === view);
  return { view: known ?? 'chat', place: known ? decoded(place.join('/')) : '' };
}

/** The address of a place, for links. */
export function addressOf(view: View, place = ''): string {
  return place ? `#/${view}/${encodeURIComponent(place)}` : `#/${view}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The route of this page, as its address changes. */
export function watchRoute(): Store<Route> {
  const route = new Store(routeOf(location.hash));
  addEventListener('hashchange', () => route.set(routeOf(location.hash)));
  return route;
}
