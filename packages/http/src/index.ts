export { openApiDocument } from "./document/openApi.ts"
export { bodyOf, type Refusal } from "./errors/answer.ts"
export { catalogue, type EdgeTag, type RefusalTag } from "./errors/catalogue.ts"
export { type Entry, ErrorBody } from "./errors/Entry.ts"
export {
  type Checked,
  type Guarded,
  granted,
  guardBySession,
  guardBySignature,
  overWeb,
  refused
} from "./guards/guards.ts"
export { type HostCall, type HostCallOptions, hostCalls } from "./guards/hostCall.ts"
export { BODY_LIMIT, type Call, SIGNATURE_HEADER, type SignatureHeader } from "./message/Call.ts"
export { Reply } from "./message/Reply.ts"
export { webCallOfHost } from "./message/webCall.ts"
export {
  type AroundCall,
  AroundCalls,
  type Ground,
  Grounds,
  type ModePorts,
  Modes,
  type Ports
} from "./Ports.ts"
export { Api } from "./resources/Api.ts"
export { CustomerBody, customerViewBody } from "./resources/customers/customers.ts"
export type { AnyEndpoint } from "./resources/endpoint.ts"
export { ExternalAccountBody, externalAccountBody } from "./resources/externalAccounts/externalAccounts.ts"
export { endpoints, resources } from "./resources/index.ts"
export { SignedRequestChallenge, signedRequestChallenge } from "./resources/signedRetry.ts"
export { BeneficialOwnerBody, beneficialOwnerBody } from "./resources/verifications/beneficialOwners.ts"
export { EventBodyMissing, envelope, eventBodies } from "./resources/webhooks/eventBodies.ts"
export { type Answered, type CallInProcess, inProcess } from "./server/inProcess.ts"
export { makeWebHandler, mountedUnder, type WebHandler, type WebHandlerOptions } from "./webHandler.ts"
