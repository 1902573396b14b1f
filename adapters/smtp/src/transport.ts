import { Redacted } from "effect"
import { createTransport } from "nodemailer"
import type { Settled } from "./settled.ts"

/**
 * A pool of connections to the server. It holds the password, so nothing outside of this package may get hold of it.
 *
 * TLS is required by one way or the other, and the certificate has to verify whatever the environment of the process
 * says. Nothing of a conversation is logged.
 */
export const transport = ({ ca, connections, endpoint, plaintext, timeouts }: Settled) => {
  const { auth, host, port, secure } = endpoint
  return createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && !plaintext,
    ignoreTLS: plaintext,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    ...(auth === undefined ? {} : { auth: { user: auth.user, pass: Redacted.value(auth.pass) }, forceAuth: true }),
    maxConnections: connections,
    // A connection that the server ended while it was idle is replaced once. All else is for the worker to try again.
    maxRequeues: 1,
    idleTimeout: IDLE,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    dnsTimeout: timeouts.connection,
    allowInternalNetworkInterfaces: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false
  })
}

/** How long a connection without a mail stays open, and with it a process that has nothing else to do. */
const IDLE = 5_000
