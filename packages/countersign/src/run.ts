import type { CurrentEnvironment } from "@countersign/core"
import type { ModePorts, Ports, Refusal } from "@countersign/http"
import type { Effect, Schema } from "effect"

/** What a program of the promise API may ask for. */
export type World = Ports | ModePorts | CurrentEnvironment

/** Runs a program in one environment. A refusal rejects as a `CountersignRefusal`. */
export type Run = <A, E extends Refusal | Schema.SchemaError>(program: Effect.Effect<A, E, World>) => Promise<A>
