import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { limit } from "@countersign/harness/rounds"
import { change, deliveries, endpoint, hookWorld, receiver, until } from "@countersign/harness/webhooks/receiver"
import { callers } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

/** A receiver that accepts the connection and then behaves as configured. */
const rude = async (serve: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    serve(socket)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const manners: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
  ["never answers", () => {}],
  ["resets", (socket) => void socket.resetAndDestroy()],
  ["responds with ten megabytes", (socket) => void socket.write(Buffer.alloc(10_000_000))]
]

describe("W4 W9: a platform whose receiver", () => {
  it.each(manners)("%s delays no other platform's webhooks", async (_, serve) => {
    const world = hookWorld({ policy: { webhookTimeout: 6000 } })
    const well = await receiver()
    await endpoint(world, await rude(serve), callers.b)
    await endpoint(world, well.url, callers.a)
    await until(() => well.received.length === 1)
    for (let nth = 0; nth < 60; nth += 1) await change(world, callers.b)
    const waits: Array<number> = []
    for (let nth = 0; nth < 8; nth += 1) {
      const start = Date.now()
      await change(world, callers.a)
      await well.until(nth + 1)
      waits.push(Date.now() - start)
    }
    // A quarter of a second between rounds, plus the delay of a loaded machine.
    expect(Math.max(...waits)).toBeLessThan(limit(5000))
    expect((await deliveries(world, "?status=DELIVERED", callers.b)).length).toBe(0)
  })
})

it("D17: a stopping node completes the delivery in progress, and leaves the others to the next node", async () => {
  const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
  const world = hookWorld({ store })
  let started = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const there = await receiver(async ({ event }) => {
    if (event.type === "TEST") return 200
    started += 1
    await answered
    return 200
  })
  await endpoint(world, there.url)
  await change(world)
  await until(() => started === 1)
  const closed = world.countersign.close()
  answer()
  await closed
  const next = hookWorld({ store })
  expect((await deliveries(next)).map(({ status }: { readonly status: string }) => status)).toEqual(["DELIVERED"])
  expect(there.events()).toHaveLength(1)
})
