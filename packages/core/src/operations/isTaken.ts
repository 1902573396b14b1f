import type { Declaration } from "../store/Collection.ts"
import { Conflict } from "../store/Store.ts"

/** A unique key of the collection is another record's. It stays so: to decide again would find the same. */
export const isTaken = (collection: Declaration) => (error: unknown) =>
  error instanceof Conflict && error.because === "taken" && error.collection === collection.name

/** It was too late by the store's own clock, and stays so. */
export const isLate = (error: unknown) => error instanceof Conflict && error.because === "late"
