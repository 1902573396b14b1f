import { DueWork } from "@countersign/core"
import { type Call, makeWebHandler, type Reply } from "@countersign/http"
import { memoryStore } from "@countersign/memory"
import { type CountersignOptions, layer } from "countersign/effect"
import { Context, Effect, ManagedRuntime } from "effect"
import { dueWork } from "../../../packages/countersign/src/workers.ts"
import { type Recorded, seededBy } from "../src/Recording.ts"

/** The clock of replayed services, set to the time of each call. */
export const clock = { at: 0 }

/**
 * A service without workers. Due work runs between two calls, at the time of the second call, so that the order is the
 * same in every replay.
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
    /** Advances the service to the time of a call, runs all due work, and seeds the randomness of the call. */
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
    let occupied = 1
    while (occupied > 0) occupied = await Effect.runPromise(round.run(Context.empty()))
  }
}
