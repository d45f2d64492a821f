/** A transport of MCP over a port, for a server or a client. */
export interface MessagePortTransport {
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
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
