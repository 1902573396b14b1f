import { Context, Effect, Layer, type Scope } from "@countersign/core/effect"
import {
  CallCounts,
  DueWorkRunner,
  type Mailer,
  makeCallCounter,
  makeDueWork,
  makeLanes,
  SharesKeys,
  type WorkQueue
} from "@countersign/core/internal"
import { type Ground, Grounds, type ModePorts, Modes, type Ports } from "@countersign/http"
import { keyRing } from "./keyRing.ts"
import { observed } from "./observed.ts"
import type { CountersignOptions } from "./options.ts"
import { ports } from "./ports.ts"
import { type Brought, isNamed, type WiredOptions } from "./portTable.ts"

/**
 * Every port of production, built from the options of a host, and in `Modes` the context of each mode that a token names.
 * With `sharesKeys`, the keys are not those of this start alone.
 */
export const portsLayer = (options: WiredOptions, sharesKeys: boolean): Layer.Layer<Ports | Mailer | ModePorts> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const around = yield* Effect.context<never>()
      const { ports: shared, production, sandbox } = yield* ports.build(options, keyRing(options.keys))
      const modes = Modes.of({
        ...(isNamed(options, "production") && {
          production: Context.add(production, Grounds, groundsInProduction(options))
        }),
        ...(sandbox && { sandbox: Context.add(sandbox, Grounds, [...allGrounds, "sandbox"]) })
      })
      const node = Context.add(shared, Modes, modes).pipe(
        Context.add(CallCounts, makeCallCounter(crypto.randomUUID())),
        Context.add(SharesKeys, sharesKeys)
      )
      const services = Context.merge(around, node)
      const queues = (["sandbox", "production"] as const).flatMap((mode) =>
        modes[mode] === undefined
          ? []
          : kinds().map(({ brought, kind, work }) => {
              const own = mode === "sandbox" && sandbox ? sandbox : production
              const isLeft = isLeftOut(kind, options) || (mode === "production" && !brought(options))
              const lanes: WorkQueue["lanes"] = (only) =>
                Effect.updateContext(makeLanes(work, mode, only), (scope: Context.Context<Scope.Scope>) =>
                  Context.mergeAll(services, scope, own)
                )
              return { isLeft, kind, mode, of: work.of, lanes }
            })
      )
      const run = makeDueWork(queues.filter(({ isLeft }) => !isLeft))
      return node.pipe(
        Context.add(DueQueues, queues),
        Context.add(DueWorkRunner, (asked) => Effect.provideContext(run(asked), services))
      )
    })
  ).pipe(Layer.provideMerge(observed(options)))

/**
 * The queues of the modes of this node. It has no port for those that are `isLeft`, or its options leave them: it claims
 * none of them, and another node may (GO1).
 */
export const DueQueues = Context.Reference<ReadonlyArray<WorkQueue & { readonly isLeft: boolean }>>(
  "countersign/portsLayer/DueQueues",
  { defaultValue: () => [] }
)

const allGrounds: ReadonlyArray<Ground> = ports.rows.flatMap(({ ground }) => ground ?? [])

const isBrought = ({ brought = () => true }: { readonly brought?: Brought }, options: CountersignOptions) =>
  brought(options) !== undefined

/** The grounds that a node serves in production with the ports that its host brought. */
const groundsInProduction = (options: CountersignOptions) =>
  ports.rows.filter((row) => isBrought(row, options)).flatMap(({ ground }) => ground ?? [])

/** One of each kind of due work, and whether the options bring the ports that it needs in production. */
const kinds = () =>
  ports.rows.flatMap((row) =>
    (row.work ?? []).map((work) => ({
      kind: work.kind,
      work: work.start(),
      brought: (options: CountersignOptions) => isBrought(row, options) && isBrought(work, options)
    }))
  )

const isLeftOut = (kind: WorkQueue["kind"], { workers }: CountersignOptions): boolean =>
  typeof workers === "object" && Object.entries(workers).some(([name, does]) => name === kind && !does)
