import { Context, Effect, Layer, type Scope } from "@countersign/core/effect"
import type { DueWorkOf, Environment, Mode, Store } from "@countersign/core/internal"
import { AroundCalls, type Ground } from "@countersign/http"
import type * as Sandbox from "@countersign/sandbox"
import type { ConfigurationFinding } from "./ConfigurationFinding.ts"
import type { KeyRing } from "./keyRing.ts"
import type { CountersignOptions } from "./options.ts"
import type { TrackedWork } from "./workers.ts"

/** A port of core in a service: where it comes from, and what a node without it leaves out. */
export interface Row<Port, Above, Needs> {
  /** The option of the host that brings it. Its docstring and type are printed into `types/PortOptions.ts`. */
  readonly option?: Readonly<Record<string, Option>>
  /** What a node serves in production only if this is not undefined: the endpoints of `ground`, and the due work. */
  readonly brought?: (options: CountersignOptions) => unknown
  readonly ground?: Ground
  /** The due work that uses the port. */
  readonly work?: ReadonlyArray<Work<Needs>>
  /** Problems of the options that only the adapter sees. */
  readonly checks?: (options: CountersignOptions) => ReadonlyArray<ConfigurationFinding>
  /** May use the ports of the rows above. */
  readonly production: (options: TrackedWork["options"], keys: KeyRing) => Layer.Layer<Port, never, Above>
}

/** A port that the sandbox replaces. It may wrap that of production. */
export interface ReplacedRow<Port, Above, Needs> extends Row<Port, Above, Needs> {
  readonly sandbox: (
    sandbox: typeof Sandbox,
    options: CountersignOptions
  ) => Layer.Layer<Port, never, Above | Port | Sandbox.SandboxTime>
}

export interface Option {
  /** The type of the option, printed; `PortLayer` of the port when absent. */
  readonly type?: string
  /** What a value of another type must do. */
  readonly shape: Shape
  /** Why production does not start without it. */
  readonly required?: string
  /** What happens in development without it. Reported at the start. */
  readonly otherwise?: string
}

export type Shape = (value: unknown) => string | undefined

/** An option that is a layer of Effect. */
export const layer = (example: string, more: Omit<Option, "shape"> = {}): Option => ({
  ...more,
  shape: (value) => (Layer.isLayer(value) ? undefined : `be a layer, such as ${example}`)
})

export interface Work<Needs> {
  readonly start: () => DueWorkOf<Needs>
  /** As that of the row, where this work needs more. */
  readonly brought?: (options: CountersignOptions) => unknown
}

/**
 * The table, which each call extends by a row. `Provided` are its ports, `Own` those that differ between the modes, and
 * `Worked` those that due work uses.
 */
export interface PortTable<Provided, Own, Worked> {
  readonly rows: Rows<Worked>
  readonly build: (options: TrackedWork["options"], keys: KeyRing) => Building<Provided, Own>
  /** Adds a port that is the same in both modes. */
  readonly shared: <Port, Needs = never>(
    port: Context.Key<Port, unknown>,
    row: Row<NoInfer<Port>, Provided, Needs>
  ) => PortTable<Provided | Port, Own, Worked | Needs>
  /** Adds a port that the context of each mode has for itself. Outside of a mode it is that of production. */
  readonly ofMode: <Port, Service, Needs = never>(
    port: Context.Key<Port, Service>,
    row: ReplacedRow<NoInfer<Port>, Provided, Needs>
  ) => PortTable<Provided | Port, Own | Port, Worked | Needs>
  /** Adds a port whose calls name their environment, as first argument or in it: one service for both modes. */
  readonly ofEnvironment: <Port, Service extends Placed<Service>, Needs = never>(
    port: Context.Key<Port, Service>,
    row: ReplacedRow<NoInfer<Port>, Provided, Needs>
  ) => PortTable<Provided | Port, Own, Worked | Needs>
}

type Rows<Worked> = ReadonlyArray<Omit<Row<never, never, Worked>, "production">>

type Building<Provided, Own> = Effect.Effect<Built<Provided, Own>, never, Scope.Scope>

interface Built<Provided, Own> {
  readonly ports: Context.Context<Provided>
  /** The context of each mode: the ports that differ, and what they bring with them. */
  readonly production: Context.Context<Own>
  readonly sandbox: LoadedSandbox<Own> | undefined
}

interface LoadedSandbox<Own> {
  readonly module: typeof Sandbox
  readonly time: Context.Context<Sandbox.SandboxTime>
  readonly own: Context.Context<Own>
}

export const isNamed = ({ tokens = [] }: CountersignOptions, mode: Mode): boolean =>
  tokens.some((token) => token.mode === mode)

/**
 * A table that begins with the store, whose clock all other ports use. Imports the sandbox only when a token uses it:
 * otherwise none of its modules is loaded into the process (FA14).
 */
export const portTable = (store: Row<Store, never, never>) =>
  made<Store, never, never>([store], (options, keys) =>
    Effect.gen(function* () {
      const ports = yield* within(store.production(options, keys), Context.empty())
      if (!isNamed(options, "sandbox")) return { ports, production: Context.empty(), sandbox: undefined }
      const module = yield* Effect.promise(() => import("@countersign/sandbox"))
      const time = yield* within(module.sandboxTime, ports)
      const mode = yield* within(module.sandboxMode(options.policy), Context.merge(ports, time))
      const own = Context.add(mode, AroundCalls, module.sandboxFaults)
      return { ports, production: Context.empty(), sandbox: { module, time, own } }
    })
  )

const made = <Provided, Own, Worked>(
  rows: Rows<Worked>,
  build: PortTable<Provided, Own, Worked>["build"]
): PortTable<Provided, Own, Worked> => ({
  rows,
  build,
  shared: (_, row) =>
    made(added(rows, row), (options, keys) =>
      Effect.gen(function* () {
        const built = yield* build(options, keys)
        const own = yield* within(row.production(options, keys), built.ports)
        return { ...built, ports: Context.merge(built.ports, own) }
      })
    ),
  ofMode: (_, row) =>
    made(added(rows, row), (options, keys) =>
      Effect.gen(function* () {
        const { production, sandbox, ...above } = yield* build(options, keys)
        const own = yield* within(row.production(options, keys), above.ports)
        const ports = Context.merge(above.ports, own)
        const replaced = sandbox && (yield* inSandbox(row, options, ports, sandbox))
        return {
          ports,
          production: Context.merge(production, own),
          sandbox: sandbox && { ...sandbox, own: Context.merge(sandbox.own, replaced ?? own) }
        }
      })
    ),
  ofEnvironment: (port, row) =>
    made(added(rows, row), (options, keys) =>
      Effect.gen(function* () {
        const { production, sandbox, ...above } = yield* build(options, keys)
        const own = yield* within(row.production(options, keys), above.ports)
        const replaced = sandbox && (yield* inSandbox(row, options, Context.merge(above.ports, own), sandbox))
        const inProduction = Context.get(own, port)
        const service =
          replaced === undefined ? inProduction : byEnvironment(inProduction, Context.get(replaced, port))
        const others = Context.omit(port)
        return {
          ports: Context.add(above.ports, port, service),
          production: Context.merge(production, others(own)),
          sandbox: sandbox && { ...sandbox, own: Context.merge(sandbox.own, others(replaced ?? own)) }
        }
      })
    )
})

const added = <Worked, Needs>(rows: Rows<Worked>, row: Rows<Needs>[number]): Rows<Worked | Needs> => [...rows, row]

/** Builds a layer with the ports above it. */
const within = <Port, Above>(layer: Layer.Layer<Port, never, Above>, above: Context.Context<Above>) =>
  Effect.updateContext(Layer.build(layer), (scope: Context.Context<Scope.Scope>) => Context.merge(scope, above))

const inSandbox = <Port, Above, Needs>(
  row: ReplacedRow<Port, Above, Needs>,
  options: CountersignOptions,
  ports: Context.Context<Above | Port>,
  { module, time }: Pick<LoadedSandbox<never>, "module" | "time">
) => within(row.sandbox(module, options), Context.merge(ports, time))

type Place = Environment | { readonly environment: Environment }

/** A service of which each call names its environment. */
export type Placed<Service> = {
  readonly [Method in keyof Service]: Service[Method] extends (first: infer First, ...more: never) => unknown
    ? First extends Place
      ? Service[Method]
      : never
    : never
}

/**
 * One service for both modes: a call goes to that of the environment which it names. So sandbox mail never reaches the
 * mailer of the host, and sandbox magic values have no effect in production (I14).
 */
const byEnvironment = <Service extends object>(production: Service, sandbox: Service): Service =>
  new Proxy(production, {
    get:
      (_, method) =>
      (...call: readonly [Place, ...ReadonlyArray<unknown>]) => {
        const [first] = call
        const { mode } = "environment" in first ? first.environment : first
        const service: object = { production, sandbox }[mode]
        return Reflect.get(service, method)(...call)
      }
  })
