import type { Point } from "../native/native.ts"
import { grouped } from "../run/figures.ts"

/** The owner of a session or a credential. */
export type Account = Readonly<Record<"account" | "nickname" | "type", string>>

export type Session = Account & Point & Readonly<Record<"id" | "key", string> & Record<"at" | "until", number>>

/**
 * A credential, whose unused texts are empty. OAUTH has an `identity`: issuer, audience and subject. A passkey has its
 * WebAuthn id and its point. EMAIL_OTP has the digest of a code, the sealed key that it is encrypted to as `target`, and
 * the request that the code authorised as `proven`.
 */
export interface Credential extends Account, Point, Readonly<Record<"id" | "identity" | "passkey", string>> {
  readonly at: number
  readonly counter: number
  readonly code: string
  readonly target: string
  readonly until: number
  readonly proven: string
  readonly changed: number
}

export type Head = { readonly sequence: number; readonly hash: string }
export const NO_RECEIPT: Head = { sequence: 0, hash: "0".repeat(64) }

/** The records that exist before the first request. */
export interface Records {
  readonly customers: ReadonlyArray<{ readonly id: string }>
  readonly credentials: ReadonlyArray<Credential>
  readonly sessions: ReadonlyArray<Session>
}

/** The same tables in PostgreSQL, with only the indexes that a flow uses. */
export const TABLES = `
create table customers (id text primary key);
create table credentials (
  id text primary key, account text not null, type text not null, nickname text not null, identity text, passkey text,
  x text, y text, counter float8 not null, code text, target text, until float8, proven text,
  at float8 not null, changed float8 not null
) with (fillfactor = 70);
create index on credentials (account);
create table sessions (id text primary key, account text not null, type text not null, nickname text not null,
  key text not null, x text not null, y text not null, at float8 not null, until float8 not null);
create index on sessions (account, at);
create table requests (
  id text primary key, subject text not null, digest text not null, key text, payload text,
  at float8 not null, until float8 not null, used boolean not null default false
) with (fillfactor = 70);
create table receipts (account text not null, sequence int not null, hash text not null, body text not null,
  signature text not null, primary key (account, sequence));
create table spent (what text primary key, until float8 not null);
create table external_accounts (id text primary key, customer text not null, platform_account text not null,
  currency text not null, sealed text not null, at float8 not null);
create index on external_accounts (customer);
`

/** The tables that the flows on the memory store use. */
export const tablesOf = ({ sessions }: Records) => ({
  sessions: new Map(sessions.map((row) => [row.id, row])),
  sessionsOf: grouped(sessions, ({ account }) => account),
  requests: new Map<string, object>()
})
export type Tables = ReturnType<typeof tablesOf>
