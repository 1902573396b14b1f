import { expect, it } from "vitest"
import { collectionsSql } from "../src/migrations/ddl.ts"
import { devices } from "./things.ts"

const plain = { name: "notes", unique: {}, indexes: { pair: ["owner", "kind"] } }

it("the SQL of a collection has a column, a constraint and an index for what it declares, and nothing else", () => {
  expect(collectionsSql([devices, plain], { schema: "wallets" }).split("\n\n").slice(2)).toEqual([
    `create table "wallets"."devices" (
  environment uuid not null,
  id uuid not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  due_at bigint,
  leased_until bigint,
  "twin_id" uuid,
  "account_id" uuid,
  "serial" text collate "C",
  body text not null,
  primary key (environment, id),
  constraint "devices_twin_key" unique (environment, "twin_id"),
  constraint "devices_serial_key" unique (environment, "account_id", "serial")
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "devices_all" on "wallets"."devices" (environment, created_at, id);
create index "devices_account" on "wallets"."devices" (environment, "account_id", created_at, id) where "account_id" is not null;
create index "devices_expiry" on "wallets"."devices" (expires_at) where expires_at is not null;
create index "devices_due" on "wallets"."devices" (environment, due_at, id) where due_at is not null;`,
    `create table "wallets"."notes" (
  environment uuid not null,
  id text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  "owner" text collate "C",
  "kind" text collate "C",
  body text not null,
  primary key (environment, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index "notes_pair" on "wallets"."notes" (environment, "owner", "kind", created_at, id) where "owner" is not null and "kind" is not null;`
  ])
})

it("the SQL of a schema begins with its environments and the hint for the planner", () => {
  const [environments, hint, ...others] = collectionsSql([]).split("\n\n")
  expect(environments).toBe(
    'create table if not exists "countersign".environments (id uuid primary key, name text collate "C" not null unique);'
  )
  expect(hint).toMatch(/^-- .*create or replace function "countersign"\.read_through\(\) returns boolean.*16000.*;$/su)
  expect(others).toEqual([])
})
