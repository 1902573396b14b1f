import type * as core from "@countersign/core/internal"
import type { resources } from "@countersign/http"
import type { OidcOptions } from "@countersign/oidc"
import type { PasskeyPolicy } from "@countersign/passkeys"
import type { Layer } from "effect"
import { expectTypeOf, it } from "vitest"
import type { Finding, PortLayer, Resealed, TelemetryLayer } from "../src/index.ts"
import type * as t from "../src/types.ts"

type Group = typeof resources

/** The JSON side of a schema. The contract's codec around it hides the schema's fields. */
type Written<Codec> = Codec extends { readonly schema: { readonly Encoded: infer Fields } } ? Fields : never
type Answer<Endpoint> = Endpoint extends { readonly shape: { readonly "~Success": infer Codec } }
  ? Written<Codec>
  : never
type Body<Endpoint> = Endpoint extends { readonly shape: { readonly "~Payload": infer Codec } } ? Written<Codec> : never

/** The fields of a type, with those of the interfaces that it extends. */
type Flat<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Flat<Item>>
    : A extends object
      ? { [K in keyof A]: Flat<A[K]> }
      : A

it("a named type has exactly the fields that its endpoint returns", () => {
  expectTypeOf<Flat<Answer<Group["customers"]["readCustomer"]>>>().toEqualTypeOf<Flat<t.Customer>>()
  expectTypeOf<Flat<Answer<Group["customers"]["readAccount"]>>>().toEqualTypeOf<Flat<t.InternalAccount>>()
  expectTypeOf<Flat<Answer<Group["customers"]["exportWallet"]>>>().toEqualTypeOf<
    Flat<t.ExportedWallet | t.SignedRequestChallenge>
  >()
  expectTypeOf<Flat<Answer<Group["customers"]["updateCustomer"]>>>().toEqualTypeOf<
    Flat<t.Customer | t.SignedRequestChallenge>
  >()
  expectTypeOf<Flat<Answer<Group["verifications"]["readVerification"]>>>().toEqualTypeOf<Flat<t.Verification>>()
  expectTypeOf<Flat<Answer<Group["verifications"]["readBeneficialOwner"]>>>().toEqualTypeOf<Flat<t.BeneficialOwner>>()
  expectTypeOf<Flat<Answer<Group["tokens"]["readToken"]>>>().toEqualTypeOf<Flat<t.Token>>()
  expectTypeOf<Flat<Answer<Group["tokens"]["createToken"]>>>().toEqualTypeOf<Flat<t.CreatedToken>>()
  expectTypeOf<Flat<Answer<Group["externalAccounts"]["readExternalAccount"]>>>().toEqualTypeOf<
    Flat<t.ExternalAccount>
  >()
  expectTypeOf<Flat<Answer<Group["externalAccounts"]["listDiscoveries"]>>>().toEqualTypeOf<
    Flat<{ readonly data: ReadonlyArray<t.Discovery> }>
  >()
  expectTypeOf<Flat<Answer<Group["payments"]["readQuote"]>>>().toEqualTypeOf<Flat<t.Quote>>()
  expectTypeOf<Flat<Answer<Group["payments"]["readTransaction"]>>>().toEqualTypeOf<Flat<t.Transaction>>()
  expectTypeOf<Flat<Answer<Group["authentication"]["addCredential"]>>>().toEqualTypeOf<
    Flat<t.Credential | t.SignedRequestChallenge>
  >()
  expectTypeOf<Flat<Answer<Group["authentication"]["challengeCredential"]>>>().toEqualTypeOf<
    Flat<t.Credential | t.PasskeyChallenge>
  >()
  expectTypeOf<Flat<Answer<Group["authentication"]["verifyCredential"]>>>().toEqualTypeOf<
    Flat<t.Session | t.SignedRequestChallenge>
  >()
  expectTypeOf<Flat<Answer<Group["authentication"]["listSessions"]>>>().toEqualTypeOf<
    Flat<{ readonly data: ReadonlyArray<t.Session> }>
  >()
  expectTypeOf<Flat<Answer<Group["authentication"]["readVerificationKeys"]>>>().toEqualTypeOf<
    Flat<{ readonly data: ReadonlyArray<t.VerificationKey> }>
  >()
  expectTypeOf<Flat<Answer<Group["webhooks"]["readConfig"]>>>().toEqualTypeOf<Flat<t.PlatformConfig>>()
  expectTypeOf<Flat<Answer<Group["webhooks"]["testWebhook"]>>>().toEqualTypeOf<Flat<t.WebhookTest>>()
  expectTypeOf<Flat<Answer<Group["webhooks"]["readWebhookKeys"]>>>().toEqualTypeOf<
    Flat<{ readonly data: ReadonlyArray<t.WebhookKey> }>
  >()
})

it("a named type has exactly the fields that its endpoint accepts", () => {
  expectTypeOf<Flat<Body<Group["customers"]["createCustomer"]>>>().toEqualTypeOf<Flat<t.NewCustomer>>()
  expectTypeOf<Flat<Body<Group["customers"]["updateCustomer"]>>>().toEqualTypeOf<Flat<t.CustomerPatch>>()
  expectTypeOf<Flat<Body<Group["verifications"]["createBeneficialOwner"]>>>().toEqualTypeOf<
    Flat<t.NewBeneficialOwner>
  >()
  expectTypeOf<Flat<Body<Group["verifications"]["updateBeneficialOwner"]>>>().toEqualTypeOf<
    Flat<t.BeneficialOwnerPatch>
  >()
  expectTypeOf<Flat<Body<Group["tokens"]["createToken"]>>>().toEqualTypeOf<Flat<t.NewToken>>()
  expectTypeOf<Flat<Body<Group["payments"]["createQuote"]>>>().toEqualTypeOf<Flat<t.NewQuote>>()
  expectTypeOf<Flat<Body<Group["authentication"]["addCredential"]>>>().toEqualTypeOf<Flat<t.NewCredential>>()
  expectTypeOf<Flat<Body<Group["authentication"]["verifyCredential"]>>>().toEqualTypeOf<Flat<t.Proof>>()
  expectTypeOf<Flat<Body<Group["webhooks"]["updateConfig"]>>>().toEqualTypeOf<Flat<t.ConfigPatch>>()
})

it("an option has exactly the fields that its adapter reads", () => {
  expectTypeOf<t.PolicyValues>().toEqualTypeOf<core.PolicyValues>()
  expectTypeOf<t.PasskeyPolicy>().toEqualTypeOf<PasskeyPolicy>()
  expectTypeOf<Flat<t.OidcOptions>>().toEqualTypeOf<Flat<OidcOptions>>()
  expectTypeOf<t.Environment>().toEqualTypeOf<core.Environment>()
  expectTypeOf<t.Scope>().toEqualTypeOf<core.Scope>()
  expectTypeOf<t.CodePurpose>().toEqualTypeOf<core.CodePurpose>()
  expectTypeOf<t.MailTemplate>().toEqualTypeOf<core.MailTemplate>()
  expectTypeOf<Flat<t.AccessPolicy>>().toEqualTypeOf<Flat<core.AccessPolicy>>()
  expectTypeOf<t.AccessRule>().toEqualTypeOf<core.AccessRule>()
  expectTypeOf<t.CredentialKind>().toEqualTypeOf<core.CredentialType>()
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
