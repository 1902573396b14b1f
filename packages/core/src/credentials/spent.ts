import { sha256Hex } from "@countersign/wire"
import { Schema } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"
import { insert } from "../ports/records.ts"
import type { Change } from "../ports/Store.ts"

/** Something that works once, remembered until it would not work anyway: a token, a registration challenge. */
export const Spent = Schema.Struct({ key: Schema.String, expiresAt: Millis })
export type Spent = typeof Spent.Type

export const spent = Collection.make({ name: "spent", schema: Spent, id: ({ key }) => key, expiry: "expiresAt" })

/** What works once, by its digest: it may be a token that is good elsewhere. */
export const once = (what: string, expiresAt: Millis): Spent => ({ key: sha256Hex(what), expiresAt })

/** Spends it in the commit that acts on it. A second commit that spends the same conflicts, and is refused. */
export const spend = (environment: EnvironmentKey, what: Spent, at: Millis): Change =>
  insert(spent, environment, what, at)
