import { connect, type Socket } from "node:net"
import { type SmtpMailer, type SmtpOptions, smtpMailer } from "@countersign/smtp"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { onTestFinished } from "vitest"
import { freePort, socketServer } from "../listening.ts"

export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
}

/** Closes a resource after the calling test. A hook of this module would run only in its first file. */
export const atTheEnd = (close: () => unknown): void =>
  onTestFinished(async () => {
    await close()
  })

/**
 * A real mail server on loopback that stores the e-mails it receives. It can stop and start again on the same port.
 * While it is stuck, it reads an e-mail and does not respond.
 */
export const mailServer = async (options: SMTPServerOptions = {}) => {
  const letters: Array<Received> = []
  const state = { isStuck: false }
  const open = (port: number) =>
    new Promise<SMTPServer>((resolve) => {
      const server = new SMTPServer({
        logger: false,
        authOptional: true,
        hideSTARTTLS: true,
        closeTimeout: 1,
        onData: (stream, { envelope }, occupied) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk) => void chunks.push(chunk))
          stream.on("end", () => {
            if (state.isStuck) return
            const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
            const raw = Buffer.concat(chunks).toString("utf8")
            letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
            occupied()
          })
        },
        ...options
      })
      // Disconnected clients are expected here.
      server.on("error", () => {})
      server.listen(port, "127.0.0.1", () => resolve(server))
    })
  const port = await freePort()
  let server = await open(port)
  const down = () => new Promise<void>((resolve) => server.close(() => resolve()))
  atTheEnd(down)
  return Object.assign(state, {
    letters,
    port,
    down,
    up: async () => {
      server = await open(port)
    }
  })
}

/** Where to cut a conversation: at a message of one side, after a number of forwarded bytes. */
export interface Tear {
  readonly by: "client" | "server"
  readonly at: RegExp
  readonly passing?: (text: string) => string
}

/** A proxy to a server. It records the client's messages and cuts the conversation at the given points. */
export const wire = async (port: number) => {
  const state = { transcript: "", connections: 0, open: 0, torn: 0, tears: 0, tear: undefined as Tear | undefined }
  const pass = (by: Tear["by"], from: Socket, to: Socket) =>
    from.on("data", (bytes: Buffer) => {
      const text = bytes.toString("utf8")
      if (by === "client") state.transcript += text
      const { tear } = state
      if (tear === undefined || tear.by !== by || state.torn >= state.tears || !tear.at.test(text)) {
        to.write(bytes)
        return
      }
      state.torn += 1
      const end = () => {
        from.destroy()
        to.destroy()
      }
      to.write(tear.passing?.(text) ?? "", end)
    })
  const { close, port: ownPort } = await socketServer((client) => {
    state.connections += 1
    state.open += 1
    client.on("close", () => {
      state.open -= 1
    })
    const upstream = connect(port, "127.0.0.1")
    for (const [one, other] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      one.on("error", () => {})
      one.on("close", () => other.destroy())
    }
    pass("client", client, upstream)
    pass("server", upstream, client)
  })
  atTheEnd(close)
  return Object.assign(state, {
    port: ownPort,
    tearing: (tear: Tear, tears = 1) => Object.assign(state, { tear, tears, torn: 0 })
  })
}

/** A server that is not a mail server: `talk` handles its connections. */
export const oddServer = async (talk: (socket: Socket) => void) => {
  const { close, port } = await socketServer(talk)
  atTheEnd(close)
  return { port }
}

/** A port without a listener, which only root could start. */
export const DEAD_PORT = 1

export const NOW = Date.parse("2026-03-01T12:00:00.000Z")

/** Options that name their server by its host. */
type Change = Partial<Omit<Extract<SmtpOptions, { readonly host: string }>, "url" | "host">>

/** A mailer for a server of the test. It closes after the test. */
export const mailerTo = (port: number, options: Change = {}): SmtpMailer => {
  const mailer = smtpMailer({
    host: "127.0.0.1",
    port,
    secure: false,
    plaintext: true,
    from: "Acme <login@acme.example>",
    now: () => NOW,
    ...options
  })
  atTheEnd(mailer.close)
  return mailer
}

export const codeMail = {
  id: "0197-one",
  to: "ada@example.com",
  code: "493027",
  expiresAt: "2026-03-01T12:05:00.000Z",
  platformId: "alpha"
}

/** The header of an e-mail as names and values in their order, with folded lines joined. */
export const headerOf = (raw: string): ReadonlyArray<readonly [name: string, value: string]> =>
  (raw.split("\r\n\r\n")[0] ?? "")
    .replace(/\r\n[ \t]+/gu, " ")
    .split("\r\n")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)])

export const bodyOf = (raw: string): string => raw.slice(raw.indexOf("\r\n\r\n") + 4)
