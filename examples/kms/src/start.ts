import {
  type CountersignOptions,
  createCountersign,
  type KeyManagement,
  type KeyOptions,
  unwrapKeys
} from "countersign"

/** Starts a service whose configuration has no key in clear. */
export const start = async (kms: KeyManagement, wrapped: KeyOptions, more: CountersignOptions = {}) =>
  createCountersign({ ...more, keys: await unwrapKeys(kms, wrapped), vault: { kms } })
