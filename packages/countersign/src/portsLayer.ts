import { Context, Effect, Layer } from "@countersign/core/effect"
import { CallCounts, type Declaration, type Mailer, makeCallCounter } from "@countersign/core/internal"
import { type Ground, Grounds, type ModePorts, Modes, type Ports } from "@countersign/http"
import { keyRing } from "./keyRing.ts"
import { observed } from "./observed.ts"
import type { CountersignOptions } from "./options.ts"
import { ports } from "./ports.ts"
import { type Brought, isNamed, type WiredOptions } from "./portTable.ts"

/**
 * Every port of production, built from the options of a host, and in `Modes` the context of each mode that a token names.
 */
export const portsLayer = (options: WiredOptions): Layer.Layer<Ports | Mailer | ModePorts> =>
  Layer.effectContext(
    Effect.map(ports.build(options, keyRing(options.keys)), ({ ports, production, sandbox }) => {
      const { grounds, left } = servedInProduction(options)
      const modes = Modes.of({
        ...(isNamed(options, "production") && {
          production: production.pipe(Context.add(Grounds, grounds), Context.add(LeftQueues, left))
        }),
        ...(sandbox && { sandbox: Context.add(sandbox, Grounds, [...allGrounds, "sandbox"]) })
      })
      return Context.add(ports, Modes, modes).pipe(Context.add(CallCounts, makeCallCounter(crypto.randomUUID())))
    })
  ).pipe(Layer.provideMerge(observed(options)))

/** The queues of a mode whose work this node has no port for. It claims none of them, and another node may (GO1). */
export const LeftQueues = Context.Reference<ReadonlyArray<Declaration>>("countersign/portsLayer/LeftQueues", {
  defaultValue: () => []
})

const allGrounds: ReadonlyArray<Ground> = ports.rows.flatMap(({ ground }) => ground ?? [])

/** The grounds that a node serves in production with the ports that its host brought, and the queues that it leaves. */
const servedInProduction = (options: CountersignOptions) => {
  const isBrought = ({ brought = () => true }: { readonly brought?: Brought }) => brought(options) !== undefined
  return {
    grounds: ports.rows.filter(isBrought).flatMap(({ ground }) => ground ?? []),
    left: ports.rows.flatMap((row) =>
      (row.work ?? []).filter((work) => !isBrought(row) || !isBrought(work)).map(({ start }) => start().of)
    )
  }
}
