/** What kind of failure a {@link ClientToolsError} is. Stable: programs may switch on it. */
export type ClientToolsErrorCode =
  'load_failed' | 'invalid_argument' | 'duplicate_tool' | 'unknown_tool' | 'storage_full' | 'storage_corrupt' | 'storage_conflict' | 'closed' | 'internal';

const codes: readonly string[] = [
  'load_failed',
  'invalid_argument',
  'duplicate_tool',
  'unknown_tool',
  'storage_full',
  'storage_corrupt',
  'storage_conflict',
  'closed',
  'internal',
] satisfies ClientToolsErrorCode[];

// Two copies of this package may meet in one page, where instanceof fails.
const marker: unique symbol = Symbol.for('clienttools.error') as never;

/**
 * Thrown by the surface itself. A tool's own failure is never thrown: it is a
 * `ToolResult` with `isError`.
 */
export class ClientToolsError extends Error {
  /** Always `ClientToolsError`. */
  override readonly name: string = 'ClientToolsError';
  /** What kind of failure it is. */
  readonly code: ClientToolsErrorCode;
  /** What is known beyond the message: the tool, the path, the URL, … */
  readonly details?: Record<string, unknown>;

  constructor(code: ClientToolsErrorCode, message: string, options: { details?: Record<string, unknown> | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    if (options.details !== undefined) this.details = options.details;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Tells a ClientToolsError of any copy of this package from other errors. */
  static isInstance(error: unknown): error is ClientToolsError {
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[marker] === true;
  }
}

/** An error as it crosses between realms. Its code may be one that is not public. */
export interface WireError {
  message: string;
  code: string;
  details?: Record<string, unknown>;
}

/** An error with a code of the boundary, which may be one that is not public. */
export class CodedError extends Error {
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: string, message: string, details?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Makes any thrown value ready to cross to another realm. */
export function toWire(error: unknown): WireError {
  const source = (typeof error === 'object' && error !== null ? error : { message: String(error) }) as Partial<WireError>;
  const wire: WireError = {
    message: typeof source.message === 'string' ? source.message : String(error),
    code: typeof source.code === 'string' ? source.code : 'internal',
  };
  const details = plain(source.details);
  return details === undefined ? wire : { ...wire, details };
}

/** Makes the public error of one that crossed. A code that is not public becomes `internal`, and is kept in the details. */
export function toPublic(error: unknown): ClientToolsError {
  if (ClientToolsError.isInstance(error)) return error;
  const wire = toWire(error);
  if (codes.includes(wire.code)) {
    return new ClientToolsError(wire.code as ClientToolsErrorCode, wire.message, { details: wire.details, cause: error });
  }
  return new ClientToolsError('internal', wire.message, { details: { ...wire.details, reason: wire.code }, cause: error });
}

// Details may come from anywhere; only what JSON can say crosses.
function plain(details: unknown): Record<string, unknown> | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  try {
    return JSON.parse(JSON.stringify(details)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
