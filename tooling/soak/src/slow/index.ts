import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { besideFigures, byTurns, type Outcome, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** How often each says one more byte, in milliseconds. */
const PAUSE = 500
/** They do not all say it at once. */
const PARTS = 10

const HEAD = "POST /2025-10-13/customers HTTP/1.1\r\nHost: slow.test\r\nContent-Type: application/json\r\n"

/** Every other one begins a body and never ends it; the rest do not come to the end of their headers. */
const beginning = (nth: number): string => (nth % 2 === 0 ? `${HEAD}Content-Length: 5000\r\n\r\n{` : `${HEAD}X-Slow: `)

/** Connections that say a byte now and then. Answers what lets them go, and tells how many the server had kept until then. */
const drips = async (port: number, count: number): Promise<() => number> => {
  const sockets: ReadonlyArray<Socket> = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const socket = connect(port, "127.0.0.1")
      await once(socket, "connect")
      socket.on("error", () => socket.destroy())
      socket.resume()
      socket.write(beginning(nth))
      return socket
    })
  )
  let tick = 0
  const timer = setInterval(() => {
    tick += 1
    for (const [nth, socket] of sockets.entries())
      if (nth % PARTS === tick % PARTS && socket.writable) socket.write(" ")
  }, PAUSE / PARTS)
  return () => {
    const open = sockets.filter((socket) => socket.writable).length
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    return open
  }
}

/** Callers who never come to the end of what they say (H16). */
export const slow: Run = {
  name: "slow",
  says: "500 connections each say a byte of a call twice a second and never end it; somebody else signs as ever.",
  unit: "rounds of each",
  whole: 8,
  run: ({ size }) =>
    staged({ mount: "express", platforms: ["soak"], subjects: 256 }, (stage) => besideSlow(stage, size))
}

const CROWD = 500
const SLICE = 4000

const besideSlow = async (stage: Stage, rounds: number): Promise<Outcome> => {
  const { port, seeds } = stage.server
  const healthy = signing(stage, { seed: seeds[0], perSecond: 30, millis: SLICE })
  let fewest = CROWD
  const beside = async () => {
    const letGo = await drips(port, CROWD)
    const times = await healthy()
    fewest = Math.min(fewest, letGo())
    return times
  }
  await beside()
  const p99 = await byTurns(rounds, healthy, beside)
  return {
    figures: [
      {
        name: "Slow connections at the end of each round, at least",
        value: fewest,
        unit: "connections",
        goal: { exactly: CROWD }
      },
      ...besideFigures(`${CROWD} slow connections`, p99)
    ]
  }
}
