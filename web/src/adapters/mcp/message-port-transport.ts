/** A transport of MCP over a port, for a server or a client. */
export interface MessagePortTransport {
  /** Begins to receive; the server or client calls it. */
  start(): Promise<void>;
  /** Posts one message. */
  send(message: unknown): Promise<void>;
  /** Closes the port. */
  close(): Promise<void>;
  /** Set by the server or client: told when the port was closed. */
  onclose?: (() => void) | undefined;
  /** Set by the server or client: told of a message that is none. */
  onerror?: ((error: Error) => void) | undefined;
  /** Set by the server or client: gets what the other end sends. */
  onmessage?: ((message: any, extra?: any) => void) | undefined;
}

/**
 * Connects a server in one realm with a client in another: a frame, a worker, a
 * tab. Each side makes one of its end of a MessageChannel. Whoever holds the
 * other end can call the tools: give it only to whom may.
 */
export function messagePortTransport(port: MessagePort): MessagePortTransport {
  let closed = false;
  const end = () => {
    if (closed) return;
    closed = true;
    transport.onclose?.();
  };
  const transport: MessagePortTransport = {
    start() {
      port.onmessage = ({ data }) => transport.onmessage?.(data);
      port.onmessageerror = () => transport.onerror?.(new Error('a message could not be read'));
      port.addEventListener('close', end); // the other end closed; newer browsers tell
      return Promise.resolve();
    },
    send(message) {
      if (closed) return Promise.reject(new Error('the transport is closed'));
      port.postMessage(message);
      return Promise.resolve();
    },
    close() {
      port.close();
      end();
      return Promise.resolve();
    },
  };
  return transport;
}
