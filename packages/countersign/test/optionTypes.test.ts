import type * as core from "@countersign/core/internal"
import type { Algorithm } from "@countersign/oidc"
import type { Layer } from "effect"
import { expectTypeOf, it } from "vitest"
import type { Finding, PortLayer, Resealed, TelemetryLayer } from "../src/index.ts"
import type * as t from "../src/types.ts"

it("an option has exactly the fields that its adapter reads", () => {
  expectTypeOf<t.PolicyValues>().toEqualTypeOf<core.PolicyValues>()
  expectTypeOf<Algorithm>().toEqualTypeOf<core.OidcAlgorithm>()
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
