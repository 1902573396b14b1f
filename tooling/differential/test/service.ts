import { DueWork } from "@countersign/core"
import { type Call, makeWebHandler, type Reply } from "@countersign/http"
import { memoryStore } from "@countersign/memory"
import { type CountersignOptions, layer } from "countersign/effect"
import { Context, Effect, ManagedRuntime } from "effect"
import { dueWork } from "../../../packages/countersign/src/workers.ts"
import { type Recorded, seededBy } from "../src/Recording.ts"

/** The time of the services that are replayed: each call's own. */
export const clock = { at: 0 }

/**
 * A service without workers: what is due happens between two calls, at the instant of the second, so that it happens in
 * the same order every time.
 */
export const makeService = async (recorded: CountersignOptions, chosen: CountersignOptions = {}) => {
  const options: CountersignOptions = { store: memoryStore, mailer, logs: "none", ...recorded, ...chosen }
  const runtime = ManagedRuntime.make(layer({ ...options, now: () => clock.at }))
  const context = await runtime.context()
  const work = dueWork(context)
  const { basePath, signatureHeader } = options
  const web = makeWebHandler(Context.add(context, DueWork, work), {
    ...(basePath === undefined ? {} : { basePath }),
    ...(signatureHeader === undefined ? {} : { signatureHeader })
  })
  let lastAt = Number.NEGATIVE_INFINITY
  let chance = ""
  return {
    /** Brings the service to the instant of a call, with all that is due by then, and seeds what it draws for it. */
    before: async ({ at, nth }: Recorded): Promise<void> => {
      chance = String(nth)
      if (at === lastAt) return
      lastAt = at
      await seededBy(`due before ${nth}`, () => allOf(work))
    },
    handler: (request: Request): Promise<Response> => seededBy(chance, () => web.handler(request)),
    serve: (call: Call): Promise<Reply> => seededBy(chance, () => web.serve(call)),
    close: async (): Promise<void> => {
      await web.close(0)
      await runtime.dispose()
    }
  }
}

export type Service = Awaited<ReturnType<typeof makeService>>

const mailer = { sendCode: async () => {} }

const allOf = async (work: ReturnType<typeof dueWork>): Promise<void> => {
  for (const round of work) {
    let taken = 1
    while (taken > 0) taken = await Effect.runPromise(round.run(Context.empty()))
  }
}
