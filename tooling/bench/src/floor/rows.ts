import type { AccountRow, CredentialRow, SessionRow } from "./FloorStore.ts"

/** A row as `pg` reads it: big integers come as text. */
export interface Row {
  readonly [column: string]: unknown
}

export const text = (row: Row, column: string): string => String(row[column])

export const number = (row: Row, column: string): number => Number(row[column])

export const accountOf = (row: Row): AccountRow => ({
  accountId: text(row, "account_id"),
  type: text(row, "type"),
  nickname: text(row, "nickname")
})

export const sessionOf = (row: Row): SessionRow => ({
  ...accountOf(row),
  id: text(row, "id"),
  createdAt: number(row, "created_at"),
  expiresAt: number(row, "expires_at")
})

export const credentialOf = (row: Row): CredentialRow => ({
  ...accountOf(row),
  id: text(row, "id"),
  webauthnId: row.webauthn_id === null ? null : text(row, "webauthn_id"),
  createdAt: number(row, "created_at"),
  updatedAt: number(row, "updated_at")
})
