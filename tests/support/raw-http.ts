import { once } from 'node:events';
import { connect } from 'node:net';

/** The timeout is longer than any timeout of a server under test. */
const TIMEOUT_MS = 60_000;

/** Returns everything the server sends on a new connection until it ends it, for bytes that no client would send. */
export async function rawAnswer(port: number, sent: string, host = 'localhost'): Promise<string> {
  const socket = connect(port, host).setEncoding('utf8');
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the server has not ended the connection')));
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  // The server may also reset a connection that it refuses.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') heard += `\n${error.message}`;
  });
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  await once(socket, 'close');
  return heard;
}
