import type {
  ClockControl,
  Discoveries,
  IdentityTokens,
  Mode,
  Passkeys,
  Secrets,
  StampAuthority
} from "@countersign/core"
import { Context } from "effect"

/** The ports whose implementation depends on the mode of the API token. */
export type ModePorts = ClockControl | Discoveries | IdentityTokens | Passkeys | Secrets | StampAuthority

/** One world a mode. A mode that is not wired has no world: its tokens are refused. */
export class Modes extends Context.Service<Modes, { readonly [M in Mode]?: Context.Context<ModePorts> }>()(
  "@countersign/http/contract/Modes"
) {}
