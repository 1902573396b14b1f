import { Context, Effect, Layer, type Scope } from "@countersign/core/effect"
import type { DueWorkOf, Mode, Store } from "@countersign/core/internal"
import { AroundCalls, type Ground } from "@countersign/http"
import type * as Sandbox from "@countersign/sandbox"
import type { ConfigurationFinding } from "./ConfigurationFinding.ts"
import type { KeyRing } from "./keyRing.ts"
import type { CountersignOptions, DueWorkKind } from "./options.ts"

/** The options of a host with those defaults that every port needs. */
export type WiredOptions = CountersignOptions & Required<Pick<CountersignOptions, "tokens" | "keys">>

/** A port of core in a service: where it comes from, and what a node leaves out without it. */
export interface Row<Port, Above, Needs> {
  /** The option that brings it. Its docstring and type are printed into `types/PortOptions.ts`. */
  readonly option?: Readonly<Record<string, Option>>
  /** Where undefined, a node serves neither `ground` nor `work` in production. */
  readonly brought?: Brought
  readonly ground?: Ground
  /** The due work that uses it, by the kind that the option `workers` names. A kind may need more of the host than the port. */
  readonly work?: ReadonlyArray<{
    readonly kind: DueWorkKind
    readonly start: () => DueWorkOf<Needs>
    readonly brought?: Brought
  }>
  /** Problems of the options that only the adapter sees. */
  readonly checks?: (options: CountersignOptions) => ReadonlyArray<ConfigurationFinding>
  /** May use the ports of the rows above. */
  readonly production: (options: WiredOptions, keys: KeyRing) => Layer.Layer<Port, never, Above>
}

/** A port that the sandbox replaces. Its layer may wrap that of production. */
export interface ReplacedRow<Port, Above, Needs> extends Row<Port, Above, Needs> {
  readonly sandbox: (
    sandbox: typeof Sandbox,
    options: CountersignOptions
  ) => Layer.Layer<Port, never, Above | Port | Sandbox.SandboxTime>
}

export type Brought = (options: CountersignOptions) => unknown

export interface Option {
  /** The type, for the printed option; the layer of the port when absent. */
  readonly type?: string
  readonly shape: Shape
  /** Why production does not start without it. */
  readonly required?: string
  /** The consequence in development when it is absent. Reported at the start. */
  readonly otherwise?: string
}

/** Returns what a value must do to be one of the option, or `undefined` if it is one. */
export type Shape = (value: unknown) => string | undefined

/** An option that is a layer of Effect. */
export const layer = (example: string, more: Omit<Option, "shape"> = {}): Option => ({
  ...more,
  shape: (value) => (Layer.isLayer(value) ? undefined : `be a layer, such as ${example}`)
})

/**
 * A table of ports, which each call extends by a row. `Provided` are its ports, `Own` those that differ between the modes,
 * and `Worked` those that due work uses.
 */
export interface PortTable<Provided, Own, Worked> {
  readonly rows: Rows<Worked>
  readonly build: Build<Provided, Own>
  /** Adds a port that is the same in both modes. */
  readonly shared: <Port, Needs = never>(
    port: Context.Key<Port, unknown>,
    row: Row<NoInfer<Port>, Provided, Needs>
  ) => PortTable<Provided | Port, Own, Worked | Needs>
  /**
   * Adds a port that the context of each mode has for itself, and that is the one of production outside of a mode. So
   * sandbox mail never reaches the mailer of the host, and sandbox magic values have no effect in production (I14).
   */
  readonly ofMode: <Port, Needs = never>(
    port: Context.Key<Port, unknown>,
    row: ReplacedRow<NoInfer<Port>, Provided, Needs>
  ) => PortTable<Provided | Port, Own | Port, Worked | Needs>
}

type Rows<Worked> = ReadonlyArray<Omit<Row<never, never, Worked>, "production">>

type Build<Provided, Own> = (
  options: WiredOptions,
  keys: KeyRing
) => Effect.Effect<Built<Provided, Own>, never, Scope.Scope>

interface Built<Provided, Own> {
  readonly ports: Context.Context<Provided>
  /** The contexts of the modes. */
  readonly production: Context.Context<Own>
  readonly sandbox: Context.Context<Own> | undefined
  readonly loaded: { readonly module: typeof Sandbox; readonly time: Context.Context<Sandbox.SandboxTime> } | undefined
}

export const isNamed = ({ tokens = [] }: CountersignOptions, mode: Mode): boolean =>
  tokens.some((token) => token.mode === mode)

/**
 * A table that begins with the store, whose clock all other ports use. Imports the sandbox only when a token uses it:
 * otherwise none of its modules is loaded into the process (FA14).
 */
export const portTable = (_: typeof Store, store: Row<Store, never, never>) =>
  made<Store, never, never>([store], (options, keys) =>
    Effect.gen(function* () {
      const ports = yield* within(store.production(options, keys), Context.empty())
      const production = Context.empty()
      if (!isNamed(options, "sandbox")) return { ports, production, sandbox: undefined, loaded: undefined }
      const module = yield* Effect.promise(() => import("@countersign/sandbox"))
      const time = yield* within(Layer.provideMerge(module.sandboxRunner, module.sandboxTime), ports)
      const mode = yield* Layer.build(module.sandboxMode(options.policy))
      const sandbox = Context.add(mode, AroundCalls, module.sandboxFaults)
      return { ports: Context.merge(ports, time), production, sandbox, loaded: { module, time } }
    })
  )

const made = <Provided, Own, Worked>(
  rows: Rows<Worked>,
  build: Build<Provided, Own>
): PortTable<Provided, Own, Worked> => ({
  rows,
  build,
  shared: (_, row) =>
    made(added(rows, row), (options, keys) =>
      Effect.gen(function* () {
        const above = yield* build(options, keys)
        const own = yield* within(row.production(options, keys), above.ports)
        return { ...above, ports: Context.merge(above.ports, own) }
      })
    ),
  ofMode: (_, row) =>
    made(added(rows, row), (options, keys) =>
      Effect.gen(function* () {
        const { loaded, sandbox, ...above } = yield* build(options, keys)
        const own = yield* within(row.production(options, keys), above.ports)
        const ports = Context.merge(above.ports, own)
        const production = Context.merge(above.production, own)
        if (loaded === undefined || sandbox === undefined) return { ports, production, sandbox: undefined, loaded }
        const replaced = yield* within(row.sandbox(loaded.module, options), Context.merge(ports, loaded.time))
        return { ports, production, sandbox: Context.merge(sandbox, replaced), loaded }
      })
    )
})

const added = <Worked, Needs>(rows: Rows<Worked>, row: Rows<Needs>[number]): Rows<Worked | Needs> => [...rows, row]

/** Builds a layer with the ports above it. */
const within = <Port, Above>(layer: Layer.Layer<Port, never, Above>, above: Context.Context<Above>) =>
  Effect.updateContext(Layer.build(layer), (scope: Context.Context<Scope.Scope>) => Context.merge(scope, above))
