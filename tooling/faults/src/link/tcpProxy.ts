import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** The direction of the data. */
export type Direction = "toServer" | "toClient"

/** A proxy on loopback in front of a server, which simulates network faults. */
export interface TcpProxy {
  readonly port: number
  /** Bytes forwarded since {@link recount}, by direction. */
  readonly passed: Readonly<Record<Direction, number>>
  readonly recount: () => void
  /** The number of open client connections. */
  readonly open: () => number
  /** The number of cuts of {@link cutAfter}. */
  readonly cuts: () => number
  /** Forwards everything immediately, including data that a blackhole retained. */
  readonly pass: () => void
  /** Delays each chunk by this many milliseconds. */
  readonly delay: (millis: number) => void
  /** Forwards this many bytes at a time, at this interval in milliseconds. */
  readonly drip: (bytes: number, millis: number) => void
  /** Forwards nothing, not even the end of a connection, and reports no error, as a network that drops packets. */
  readonly blackhole: () => void
  /** Closes every connection in both directions. */
  readonly cut: () => void
  /** Resets every connection with an RST. */
  readonly reset: () => void
  /** Ends one direction of the connections and continues to forward the other one. */
  readonly halfClose: (direction: Direction) => void
  /** Cuts one connection: the first to exceed this many bytes. The bytes before that are delivered. */
  readonly cutAfter: (bytes: number, direction: Direction) => void
  /** Forwards new connections to another port of this machine, as when an address moves. */
  readonly to: (port: number) => void
  readonly close: () => Promise<void>
}

/** Starts a proxy for the server on this loopback port. */
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

  /** The part of the data that may be forwarded before the cut. The connection that exceeds it performs the cut. */
  const beforeCut = (bytes: Buffer, direction: Direction): Buffer | undefined => {
    const { cutting } = state
    if (cutting?.direction !== direction) return undefined
    const part = bytes.subarray(0, cutting.left)
    cutting.left -= part.length
    return part.length === bytes.length ? undefined : part
  }

  const carry = async (pair: Pair, direction: Direction): Promise<void> => {
    const [from, to] = direction === "toServer" ? [pair.client, pair.server] : [pair.server, pair.client]
    // Forward the end of one direction only: the other direction may still have data.
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

  /** Resolves when the data has been forwarded in the current mode. Retained data is retried when the mode changes. */
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

/** The two sockets of a connection: to the client and to the server. */
interface Pair {
  readonly client: Socket
  readonly server: Socket
}

interface State {
  target: number
  cuts: number
  /** The pending cut, and the number of bytes before it. */
  cutting: { readonly direction: Direction; left: number } | undefined
}

/** A mode of forwarding. It is aborted when the mode changes. */
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
  if (typeof address !== "object" || address === null) throw new Error("the proxy is not listening")
  return address
}
