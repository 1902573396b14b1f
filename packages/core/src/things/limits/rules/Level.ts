import { sha256Hex } from "@countersign/wire"
import { Schema } from "effect"
import type { Bucket } from "../../../model/Bucket.ts"
import { Level } from "../../../model/Bucket.ts"
import { Millis } from "../../../model/Environment.ts"
import * as Collection from "../../../store/Collection.ts"
import { byId } from "../../../store/records.ts"

/** The level of a bucket shared by all nodes, stored until the bucket is full again. */
const StoredLevel = Schema.Struct({
  key: Schema.String,
  ...Level.fields,
  expiresAt: Millis
})
export type StoredLevel = typeof StoredLevel.Type

export const levels = Collection.make<StoredLevel>({
  name: "levels",
  schema: StoredLevel,
  id: "key",
  expiry: "expiresAt"
})

/** The digest of the bucket's name, since a name may contain an e-mail address (I8). */
export const keyOf = ({ key }: Bucket): string => sha256Hex(key)

export const levelOf = (bucket: Bucket) => byId(levels, bucket.environment, keyOf(bucket))
