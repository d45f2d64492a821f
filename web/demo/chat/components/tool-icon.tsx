import type { ToolInfo } from 'clienttools';

/** A tool's own sign, or its first letter. */
export function ToolIcon({ info, name }: { info: ToolInfo | undefined; name: string }) {
  return (
    <span class={info?.iconInput ? 'tool-icon' : 'tool-icon letter'} aria-hidden="true">
      {info?.iconInput ?? (info?.displayName ?? name).slice(0, 1).toUpperCase()}
    </span>
  );
}
