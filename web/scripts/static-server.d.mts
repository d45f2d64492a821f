import type { ServerResponse } from 'node:http';

export interface StaticOptions {
  /** Folders by the prefix of their addresses. */
  folders: Record<string, string>;
  /** 0 takes a free one. */
  port?: number;
  host?: string;
  /** May answer a request itself by returning true. */
  answer?: (pathname: string, response: ServerResponse) => boolean;
}

/** Serves folders of static files. */
export function serveStatic(options: StaticOptions): Promise<{ url: string; close(): Promise<void> }>;
