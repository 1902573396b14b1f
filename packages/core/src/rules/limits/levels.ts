import { sha256Hex } from "@countersign/wire"
import { Schema } from "effect"
import type { Bucket } from "../../model/Bucket.ts"
import { Millis } from "../../model/Environment.ts"
import * as Collection from "../../store/Collection.ts"
import { byId } from "../../store/records.ts"

/** The level of a bucket as all nodes share it, kept until it is full again. */
const KeptLevel = Schema.Struct({
  key: Schema.String,
  tokens: Schema.Int,
  at: Millis,
  expiresAt: Millis
})
export type KeptLevel = typeof KeptLevel.Type

export const levels = Collection.make<KeptLevel>({
  name: "levels",
  schema: KeptLevel,
  id: ({ key }) => key,
  expiry: "expiresAt"
})

/** A name may hold an address; what is stored is its digest (I8). */
export const keyOf = ({ key }: Bucket): string => sha256Hex(key)

export const levelOf = (bucket: Bucket) => byId(levels, bucket.environment, keyOf(bucket))
