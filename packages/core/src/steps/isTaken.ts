import type { Declaration } from "../store/Collection.ts"
import { Conflict } from "../store/Store.ts"

/** Returns whether a commit failed because another record has the unique key. A retry would find the same. */
export const isTaken = (collection: Declaration) => (error: unknown) =>
  error instanceof Conflict && error.because === "taken" && error.collection === collection.name

/** Returns whether a commit failed because it was too late by the store's clock. A retry would be late too. */
export const isLate = (error: unknown) => error instanceof Conflict && error.because === "late"
