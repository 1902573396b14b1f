import { channel } from "node:diagnostics_channel"
import type { EventEmitter } from "node:events"
import type { Socket } from "node:net"
import type { Vitals } from "./ServerSpec.ts"

/** The sockets on which requests came in, as long as they are open. */
export const openSockets = (): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>()
  channel("http.server.request.start").subscribe((message) => {
    if (!isStart(message) || sockets.has(message.socket)) return
    sockets.add(message.socket)
    message.socket.once("close", () => sockets.delete(message.socket))
  })
  return sockets
}

const isStart = (message: unknown): message is { readonly socket: Socket } =>
  typeof message === "object" && message !== null && "socket" in message

/** Bytes of the heap, after all that nobody holds was taken away; the process has to run with --expose-gc. */
export const heapHeld = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** What this process has in hand. */
export const vitals = (sockets: ReadonlySet<Socket>, fibers: number): Vitals => {
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  const emitters: ReadonlyArray<EventEmitter> = [process, ...sockets]
  return {
    resources,
    listeners: emitters.reduce((sum, emitter) => sum + listenersOf(emitter), 0),
    fibers
  }
}

const listenersOf = (emitter: EventEmitter): number =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0)
