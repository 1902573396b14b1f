import * as core from "@countersign/core"
import {
  BeneficialOwnerBody,
  beneficialOwnerBody,
  CreatedTokenBody,
  createdTokenBody,
  TokenBody,
  tokenBody,
  VerificationBody,
  verificationBody
} from "@countersign/http"
import { Effect, Schema } from "effect"
import { type PageQuery, paged } from "./paged.ts"
import type { Run } from "./run.ts"

/** The customers of a platform, and the tokens that may call for it. Lists are newest first. */
export const peopleApi = (run: Run) => ({
  verifications: {
    /** Has a customer looked at. */
    create: (customer: string) =>
      run(Effect.map(Effect.flatMap(customerId(customer), core.verifyCustomer), writeVerification)),
    read: (id: string) => run(Effect.map(Effect.flatMap(verificationId(id), core.readVerification), writeVerification)),
    list: (customer: string, page: PageQuery = {}) =>
      paged(
        run,
        page,
        (at) => Effect.flatMap(customerId(customer), (id) => core.listVerifications({ customerId: id }, at)),
        writeVerification
      )
  },
  beneficialOwners: {
    create: (body: typeof core.NewBeneficialOwner.Encoded) =>
      run(Effect.map(Effect.flatMap(newOwner(body), core.createOwner), writeOwner)),
    read: (id: string) => run(Effect.map(Effect.flatMap(ownerId(id), core.readOwner), writeOwner)),
    list: (customer: string, page: PageQuery = {}) =>
      paged(run, page, (at) => Effect.flatMap(customerId(customer), (id) => core.listOwners(id, at)), writeOwner),
    update: (id: string, patch: typeof core.BeneficialOwnerPatch.Encoded) =>
      run(
        Effect.all([ownerId(id), ownerPatch(patch)]).pipe(
          Effect.flatMap(([valid, change]) => core.updateOwner(valid, change)),
          Effect.map(writeOwner)
        )
      ),
    /** Tells where a person stands, where nothing here decides that: in production. */
    settle: (id: string, standing: core.Standing) =>
      run(
        Effect.all([ownerId(id), readStanding(standing)]).pipe(
          Effect.flatMap(([valid, stands]) => core.settleOwner(valid, stands)),
          Effect.map(writeOwner)
        )
      )
  },
  tokens: {
    /** Makes an API token. `clientSecret` is in this answer, and in no other. */
    create: (body: typeof core.NewToken.Encoded) =>
      run(Effect.map(Effect.flatMap(newToken(body), core.createToken), writeCreatedToken)),
    read: (id: string) => run(Effect.map(Effect.flatMap(tokenId(id), core.readToken), writeToken)),
    list: (page: PageQuery = {}) => paged(run, page, core.listTokens, writeToken),
    /** Ends it at once, on every node. */
    delete: (id: string) => run(Effect.flatMap(tokenId(id), core.deleteToken))
  }
})

const strict = { errors: "all", onExcessProperty: "error" } as const
const customerId = Schema.decodeUnknownEffect(core.CustomerId)
const verificationId = Schema.decodeUnknownEffect(core.VerificationId)
const ownerId = Schema.decodeUnknownEffect(core.BeneficialOwnerId)
const tokenId = Schema.decodeUnknownEffect(core.TokenId)
const newOwner = Schema.decodeUnknownEffect(core.NewBeneficialOwner, strict)
const ownerPatch = Schema.decodeUnknownEffect(core.BeneficialOwnerPatch, strict)
const newToken = Schema.decodeUnknownEffect(core.NewToken, strict)
const readStanding = Schema.decodeUnknownEffect(core.Standing)

const encodeVerification = Schema.encodeSync(VerificationBody)
const writeVerification = (verification: core.CustomerVerification) =>
  encodeVerification(verificationBody(verification))
const encodeOwner = Schema.encodeSync(BeneficialOwnerBody)
const writeOwner = (opened: core.OpenedOwner) => encodeOwner(beneficialOwnerBody(opened))
const encodeToken = Schema.encodeSync(TokenBody)
const writeToken = (view: core.TokenView) => encodeToken(tokenBody(view))
const encodeCreatedToken = Schema.encodeSync(CreatedTokenBody)
const writeCreatedToken = (created: Parameters<typeof createdTokenBody>[0]) =>
  encodeCreatedToken(createdTokenBody(created))
