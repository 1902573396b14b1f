import { basic, type Caller } from "@countersign/harness/world"
import { type CountersignOptions, secretDigest } from "countersign"

/** An environment of the service. */
export interface Home {
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  readonly key: string
}

const home = (platformId: string, mode: Home["mode"]): Home => ({ platformId, mode, key: `${mode}/${platformId}` })

/** Where users live: two platforms, both modes. */
export const environments = ["alpha", "beta"].flatMap((id) => [home(id, "sandbox"), home(id, "production")])
/** Where developers try everything, wrong calls included, and change settings as they like. */
export const [lab, liveLab] = [home("lab", "sandbox"), home("lab", "production")]
/** A sandbox whose clock is moved. */
export const clocked = home("clocked", "sandbox")
const homes = [...environments, lab, liveLab, clocked]

const SCOPES = {
  all: ["VIEW", "TRANSACT", "MANAGE", "OPERATE", "SETTLE", "WORK"],
  viewer: ["VIEW"],
  support: ["VIEW", "OPERATE"]
} as const
const roles = ["all", "viewer", "support"] as const
type Role = (typeof roles)[number]

/** A token of an environment: with every scope, or with the scopes of a role. */
export const callerOf = ({ mode, platformId }: Home, role: Role = "all"): Caller => {
  const token = `${platformId}-${mode}${role === "all" ? "" : `-${role}`}`
  return { token, secret: `${token}-0123456789abcdef` }
}

export const authorization = (of: Home): string => basic(callerOf(of))

/** The server of a platform, whose pages and apps call it for an end user. */
export const hostOf = ({ mode, platformId }: Home): string => `${mode}.${platformId}.example`
export const homeAt = (host: string | undefined): Home | undefined => homes.find((one) => hostOf(one) === host)

/** The environment of each token: those of the configuration, and those that calls have created. */
const known = new Map(homes.flatMap((one) => roles.map((role) => [basic(callerOf(one, role)), one.key] as const)))
export const learn = (caller: Caller, { key }: Home): void => void known.set(basic(caller), key)

/** The environment that a call speaks for: by its token, or by the server that it reached. */
export const environmentOf = ({ authorization: by = "", host }: Readonly<Record<string, string>>): string =>
  known.get(by) ?? homeAt(host)?.key ?? "none"

export const tokens: NonNullable<CountersignOptions["tokens"]> = homes.flatMap((one) =>
  roles.map((role) => {
    const { secret, token: id } = callerOf(one, role)
    const { mode, platformId } = one
    return { id, secretSha256: secretDigest(secret), platformId, mode, scopes: SCOPES[role] }
  })
)

/** When every run begins. */
export const START = Date.UTC(2026, 2)

export const BASE = "https://api.example/2025-10-13"
export const RP = { id: "wallet.example", origin: "https://wallet.example" }
