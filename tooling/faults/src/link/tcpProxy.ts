import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { portOf } from "@countersign/harness/listening"

/** The direction of the data. */
export type Direction = "toServer" | "toClient"

/** Starts a proxy on loopback in front of the server on this port, which simulates network faults. */
export const tcpProxy = async (target: number) => {
  const pairs = new Set<Pair>()
  const passed = { toServer: 0, toClient: 0 }
  let [port, cuts] = [target, 0]
  /** The pending cut, and the number of bytes before it. */
  let cutting: { readonly direction: Direction; left: number } | undefined
  let manner: Manner = write
  let changed = new AbortController()
  const behave = (next: Manner) => {
    manner = next
    changed.abort()
    changed = new AbortController()
  }

  /** The part of the data that may be forwarded before the cut. The connection that exceeds it performs the cut. */
  const beforeCut = (bytes: Buffer, direction: Direction): Buffer | undefined => {
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
        cutting = undefined
        cuts += 1
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
    const pair = { client, server: connect({ host: "127.0.0.1", port, allowHalfOpen: true }) }
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
  return {
    port: await portOf(server),
    /** Bytes forwarded since `recount`, by direction. */
    passed,
    recount: () => void Object.assign(passed, { toServer: 0, toClient: 0 }),
    /** The number of open client connections. */
    open: () => [...pairs].filter(({ client }) => !client.destroyed).length,
    /** The number of cuts of `cutAfter`. */
    cuts: () => cuts,
    /** Forwards everything immediately, including data that a blackhole retained. */
    pass: () => behave(write),
    /** Delays each chunk by this many milliseconds. */
    delay: (millis: number) => behave(slowly(Number.POSITIVE_INFINITY, millis)),
    /** Forwards this many bytes at a time, at this interval in milliseconds. */
    drip: (bytes: number, millis: number) => behave(slowly(bytes, millis)),
    /** Forwards nothing, not even the end of a connection, and reports no error, as a network that drops packets. */
    blackhole: () => behave(held),
    /** Closes every connection in both directions. */
    cut: () => pairs.forEach(end),
    /** Resets every connection with an RST. */
    reset: () => {
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.resetAndDestroy()
    },
    /** Ends one direction of the connections and continues to forward the other one. */
    halfClose: (direction: Direction) => {
      for (const pair of pairs) (direction === "toServer" ? pair.server : pair.client).end()
    },
    /** Cuts one connection: the first to exceed this many bytes. The bytes before that are delivered. */
    cutAfter: (left: number, direction: Direction) => {
      cutting = { left, direction }
    },
    /** Forwards new connections to another port of this machine, as when an address moves. */
    to: (next: number) => {
      port = next
    },
    close: async () => {
      behave(write)
      pairs.forEach(end)
      server.close()
      if (server.listening) await once(server, "close")
    }
  }
}

export type TcpProxy = Awaited<ReturnType<typeof tcpProxy>>

/** The two sockets of a connection: to the client and to the server. */
interface Pair {
  readonly client: Socket
  readonly server: Socket
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
