import type { Point } from "../native/native.ts"
import type { CredentialRow, SessionRow } from "./FloorStore.ts"
import type { subjectsOf } from "./Operation.ts"

/** The subjects, as rows. */
export type Rows = Omit<ReturnType<typeof subjectsOf>, "subjects">

export interface CredentialSeed extends CredentialRow {
  readonly identity: string | null
  readonly point: Point
}

/** A credential as the memory store has it. */
export const seededCredential = (row: Rows["credentials"][number]) => ({
  id: row.id,
  accountId: row.account_id,
  type: row.type,
  nickname: row.nickname,
  webauthnId: row.webauthn_id,
  identity: row.identity,
  point: { x: row.x ?? "", y: row.y ?? "" },
  counter: 0,
  failures: 0,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

/** A session as the memory store has it. */
export const seededSession = (row: Rows["sessions"][number]) => ({
  id: row.id,
  accountId: row.account_id,
  type: row.type,
  nickname: row.nickname,
  publicKey: row.public_key,
  point: { x: row.x, y: row.y },
  createdAt: row.created_at,
  expiresAt: row.expires_at
})

/** Sorts rows as a list response does: newest first. */
export const newest = <A extends Pick<SessionRow, "createdAt">>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  rows.toSorted((a, b) => b.createdAt - a.createdAt)
