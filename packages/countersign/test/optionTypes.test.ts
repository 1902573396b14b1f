import type * as core from "@countersign/core/internal"
import type { OidcOptions } from "@countersign/oidc"
import type { PasskeyPolicy } from "@countersign/passkeys"
import type { Layer } from "effect"
import { expectTypeOf, it } from "vitest"
import type { Finding, PortLayer, Resealed, TelemetryLayer } from "../src/index.ts"
import type * as t from "../src/types.ts"

/** The fields of a type, with those of the interfaces that it extends. */
type Flat<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Flat<Item>>
    : A extends object
      ? { [K in keyof A]: Flat<A[K]> }
      : A

it("an option has exactly the fields that its adapter reads", () => {
  expectTypeOf<t.PolicyValues>().toEqualTypeOf<core.PolicyValues>()
  expectTypeOf<t.PasskeyPolicy>().toEqualTypeOf<PasskeyPolicy>()
  expectTypeOf<Flat<t.OidcOptions>>().toEqualTypeOf<Flat<OidcOptions>>()
  expectTypeOf<t.CodePurpose>().toEqualTypeOf<core.CodePurpose>()
  expectTypeOf<t.Notice["kind"]>().toEqualTypeOf<core.Notice["kind"]>()
  expectTypeOf<core.Notice>().toExtend<t.Notice>()
  expectTypeOf<Finding>().toEqualTypeOf<core.Finding>()
  expectTypeOf<Resealed>().toEqualTypeOf<core.Resealed>()
})

it("an option takes the layer of its own port, and of no other", () => {
  expectTypeOf<Layer.Layer<core.Store>>().toExtend<PortLayer<"Store">>()
  expectTypeOf<Layer.Layer<core.Throttle>>().not.toExtend<PortLayer<"Store">>()
  expectTypeOf<Layer.Layer<core.Store, Error>>().not.toExtend<PortLayer<"Store">>()
  expectTypeOf<Layer.Layer<core.Store, never, core.Vault>>().not.toExtend<PortLayer<"Store">>()
  expectTypeOf<Layer.Layer<never>>().toExtend<TelemetryLayer>()
})
