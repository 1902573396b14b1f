import type { KeyObject } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import type { Pair } from "../native/points.ts"
import type { Issuer } from "../seed/Seed.ts"
import type { FloorStore } from "./FloorStore.ts"

/** A call, read. */
export interface Call {
  readonly path: string
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Answer {
  readonly status: number
  readonly body: string
}

/** What the floor works with. */
export interface Floor {
  readonly store: FloorStore
  readonly service: Pair
  readonly serviceKey: KeyObject
  readonly vaultKey: Buffer
  readonly issuer: Omit<Issuer, "privateKey"> & { readonly publicKey: KeyObject }
  readonly post: (address: string, code: string) => void
}

export const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })

export const refused = (status: number, reason: string): Answer => json(status, { status, code: "REFUSED", reason })

export const iso = (at: number): string => new Date(at).toISOString()

/** How long a request waits for its signature, and a code for its answer. */
export const REQUEST_LIFETIME = 300_000
