import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** Which way bytes go. */
export type Direction = "toServer" | "toClient"

/** A wire on the loopback to a server, which does to what goes over it what a test says. */
export interface TcpProxy {
  readonly port: number
  /** Bytes that went on since {@link recount}, each way. */
  readonly passed: Readonly<Record<Direction, number>>
  readonly recount: () => void
  /** Connections of clients that stand. */
  readonly open: () => number
  /** How often {@link cutAfter} cut. */
  readonly cuts: () => number
  /** Carries all there is, at once; also what a blackhole held back. */
  readonly pass: () => void
  /** Each piece goes on after so many milliseconds. */
  readonly delay: (millis: number) => void
  /** So many bytes at a time, so many milliseconds apart. */
  readonly drip: (bytes: number, millis: number) => void
  /** Nothing goes on, no end either, and nobody is told: as a network does that swallows packets. */
  readonly blackhole: () => void
  /** Ends every connection, in both directions. */
  readonly cut: () => void
  /** Breaks every connection with an RST. */
  readonly reset: () => void
  /** Says to one side that the other has said its last, and goes on carrying the answer. */
  readonly halfClose: (direction: Direction) => void
  /** Cuts once: the connection over which the byte after so many goes. What went before it arrives. */
  readonly cutAfter: (bytes: number, direction: Direction) => void
  /** Carries new connections to another port of this machine: an address that moves. */
  readonly to: (port: number) => void
  readonly close: () => Promise<void>
}

/** Puts a wire before the server on this port of the loopback. */
export const tcpProxy = async (target: number): Promise<TcpProxy> => {
  const pairs = new Set<Pair>()
  const passed = { toServer: 0, toClient: 0 }
  const state: State = { target, cuts: 0, cutting: undefined }
  let manner: Manner = write
  let changed = new AbortController()
  const behave = (next: Manner) => {
    manner = next
    changed.abort()
    changed = new AbortController()
  }

  /** What may still go on before the cut: the cut is made by whoever carries more. */
  const beforeCut = (bytes: Buffer, direction: Direction): Buffer | undefined => {
    const { cutting } = state
    if (cutting?.direction !== direction) return undefined
    const part = bytes.subarray(0, cutting.left)
    cutting.left -= part.length
    return part.length === bytes.length ? undefined : part
  }

  const carry = async (pair: Pair, direction: Direction): Promise<void> => {
    const [from, to] = direction === "toServer" ? [pair.client, pair.server] : [pair.server, pair.client]
    // An end goes on as an end: the other direction may still have something to say.
    for await (const bytes of from.iterator({ destroyOnReturn: false })) {
      const last = beforeCut(bytes, direction)
      if (last !== undefined) {
        state.cutting = undefined
        state.cuts += 1
        passed[direction] += last.length
        await write(last, to)
        end(pair)
        return
      }
      await carried(bytes, to)
      passed[direction] += bytes.length
    }
    await carried(Buffer.alloc(0), to)
    to.end()
  }

  /** Once it is carried as is the manner of the moment; whoever is held back begins again when the manner changes. */
  const carried = async (bytes: Buffer, to: Socket): Promise<void> => {
    for (;;) {
      const { signal } = changed
      if ((await manner(bytes, to, signal)) === "carried") return
    }
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const pair = { client, server: connect({ host: "127.0.0.1", port: state.target, allowHalfOpen: true }) }
    pairs.add(pair)
    for (const socket of [pair.client, pair.server]) {
      socket.setNoDelay()
      socket.on("error", () => {})
      socket.once("close", (hadError) => {
        if (hadError) end(pair)
        if (pair.client.destroyed && pair.server.destroyed) pairs.delete(pair)
      })
    }
    for (const direction of ["toServer", "toClient"] as const) carry(pair, direction).catch(() => end(pair))
  })
  const { port } = await listening(server)

  return {
    port,
    passed,
    recount: () => void Object.assign(passed, { toServer: 0, toClient: 0 }),
    open: () => [...pairs].filter(({ client }) => !client.destroyed).length,
    cuts: () => state.cuts,
    pass: () => behave(write),
    delay: (millis) => behave(slowly(Number.POSITIVE_INFINITY, millis)),
    drip: (bytes, millis) => behave(slowly(bytes, millis)),
    blackhole: () => behave(held),
    cut: () => pairs.forEach(end),
    reset: () => {
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.resetAndDestroy()
    },
    halfClose: (direction) => {
      for (const pair of pairs) (direction === "toServer" ? pair.server : pair.client).end()
    },
    cutAfter: (left, direction) => {
      state.cutting = { left, direction }
    },
    to: (next) => {
      state.target = next
    },
    close: async () => {
      behave(write)
      pairs.forEach(end)
      server.close()
      if (server.listening) await once(server, "close")
    }
  }
}

/** The two ends of a connection: what a client opened, and what was opened for it. */
interface Pair {
  readonly client: Socket
  readonly server: Socket
}

interface State {
  target: number
  cuts: number
  /** The cut that is to come, and how many bytes go on before it. */
  cutting: { readonly direction: Direction; left: number } | undefined
}

/** How bytes are carried, until it is aborted by another manner. */
type Manner = (bytes: Buffer, to: Socket, until: AbortSignal) => Promise<"carried" | "held">

const write = async (bytes: Buffer, to: Socket): Promise<"carried"> => {
  if (bytes.length > 0) await new Promise((resolve) => to.write(bytes, resolve))
  return "carried"
}

const slowly =
  (size: number, millis: number): Manner =>
  async (bytes, to) => {
    let left = bytes
    do {
      await sleep(millis)
      await write(left.subarray(0, size), to)
      left = left.subarray(size)
    } while (left.length > 0)
    return "carried"
  }

const held: Manner = async (_, __, until) => {
  if (!until.aborted) await once(until, "abort")
  return "held"
}

const end = ({ client, server }: Pair): void => {
  client.destroy()
  server.destroy()
}

const listening = async (server: Server): Promise<{ readonly port: number }> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the proxy does not listen")
  return address
}
