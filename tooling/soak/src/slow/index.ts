import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { besideFigures, type Outcome, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** Milliseconds between two bytes of a connection. */
const PAUSE = 500
/** The connections send their bytes in this many groups, at different times. */
const PARTS = 10

const HEAD = "POST /2025-10-13/customers HTTP/1.1\r\nHost: slow.test\r\nContent-Type: application/json\r\n"

/** Every second connection sends an incomplete body, the others incomplete headers. */
const beginning = (nth: number): string => (nth % 2 === 0 ? `${HEAD}Content-Length: 5000\r\n\r\n{` : `${HEAD}X-Slow: `)

/** Opens slow connections. Returns a function that closes them and returns how many the server had left open. */
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

/** Clients that never complete a request (H16). */
export const slow: Run = {
  name: "slow",
  says: "500 connections send a byte of a call twice a second and never complete it; another client signs normally.",
  unit: "rounds of each",
  fullSize: 8,
  run: ({ size }) => staged({ platforms: ["soak"], subjects: 256 }, (stage) => besideSlow(stage, size))
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
  const figures = await besideFigures(`${CROWD} slow connections`, rounds, healthy, beside)
  return {
    figures: [
      {
        name: "Slow connections at the end of each round, at least",
        value: fewest,
        unit: "connections",
        goal: { exactly: CROWD }
      },
      ...figures
    ]
  }
}
