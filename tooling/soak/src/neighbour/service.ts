import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { nodeBridge } from "@countersign/http/node"
import {
  DueWork,
  dueWork,
  layer,
  makeWebHandler,
  Store,
  secretDigest,
  type TokenOptions,
  WebhookSender,
  workers
} from "countersign/effect"
import { Context, Effect, Fiber, Layer, ManagedRuntime } from "effect"

/** Two platforms, each with a token of both modes. The secret of a token is its id. */
const tokens: ReadonlyArray<TokenOptions> = ["quiet", "loud"].flatMap((platformId) =>
  (["sandbox", "production"] as const).map((mode) => ({
    id: `${platformId}-${mode}`,
    secretSha256: secretDigest(`${platformId}-${mode}`),
    platformId,
    mode
  }))
)

/** What left the service for production: how often each mail by its address, and each event by the account it is about. */
export interface Left {
  readonly mails: Map<string, number>
  readonly events: Map<string, { readonly times: number; readonly millis: number }>
}

/** A service of both platforms on one store. Nothing leaves the process: mails and events are counted where they would. */
export const openService = async (store: Store["Service"]) => {
  const left: Left = { mails: new Map(), events: new Map() }
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  const runtime = ManagedRuntime.make(
    layer({
      tokens,
      keys: { vault: randomBytes(32).toString("hex"), service: randomBytes(32).toString("hex") },
      store: Layer.succeed(Store, store),
      logs: "none",
      now: clock.now,
      mailer: {
        sendCode: async ({ to }) => void left.mails.set(to, (left.mails.get(to) ?? 0) + 1)
      },
      externalAccounts: { verify: async () => ({ standing: "CONFIRMED" }) }
    })
  )
  const wired = await runtime.context()
  let refusals = 0
  const sender = WebhookSender.of({
    judge: () => undefined,
    send: ({ body, mode }) => {
      // A receiver of the hostile platform is slow, and refuses every second delivery.
      if (mode === "sandbox") return Effect.as(Effect.sleep("10 millis"), refusals++ % 2 === 0 ? 503 : 200)
      return Effect.sync(() => {
        const { data, timestamp } = JSON.parse(Buffer.from(body).toString("utf8"))
        const about = String(Object(data).id)
        const times = (left.events.get(about)?.times ?? 0) + 1
        left.events.set(about, { times, millis: clock.now() - Date.parse(timestamp) })
        return 200
      })
    }
  })
  const services = Context.add(wired, WebhookSender, sender)
  const context = Context.add(services, DueWork, dueWork(services))
  const web = makeWebHandler(context)
  const working = Effect.runForkWith(context)(workers)
  const server = createServer(nodeBridge(web))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("neighbour: the server has no port")
  return {
    left,
    /** Lets the time of all leases pass: what was sent and not noted is sent again. */
    passLeases: () => {
      clock.ahead += 31_000
    },
    port: address.port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await web.close(0)
      await Effect.runPromise(Fiber.interrupt(working))
      await runtime.dispose()
    }
  }
}
