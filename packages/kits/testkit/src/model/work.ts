import type { Declaration, Row } from "@countersign/core"
import { same } from "../stories/Story.ts"
import { environments } from "../stories/things.ts"
import { instantOf, type Model, type ModelRow } from "./Model.ts"

/** The store may claim any of the records due in one millisecond, so the model validates and then adopts the claim. */
export const claimed = (
  model: Model,
  collection: Declaration,
  lease: number,
  limit: number,
  rows: ReadonlyArray<Row>
): void => {
  const due = ({ row }: ModelRow) => instantOf(row, collection.due) ?? Number.POSITIVE_INFINITY
  const open = model.rows
    .filter((one) => one.collection.name === collection.name && one.leasedUntil <= model.now && due(one) <= model.now)
    .toSorted((a, b) => due(a) - due(b))
  const claimed = rows.flatMap((row) => open.filter((one) => isOf(one.row, row)))
  same("A claim returns only records that are due and not leased, each once", new Set(claimed).size, rows.length)
  same("A claim returns the earliest due first", claimed.map(due), claimed.map(due).toSorted(ascending))
  same("A claim is filled up to its limit", claimed.length, Math.min(limit, open.length))
  const queues = environments.map((environment) => {
    const waiting = open.filter(({ row }) => row.environment === environment)
    return { waiting, served: claimed.filter((one) => waiting.includes(one)) }
  })
  for (const { served, waiting } of queues) {
    same("An environment's earliest due come first", served.map(due), waiting.slice(0, served.length).map(due))
  }
  const most = Math.max(...queues.map(({ served }) => served.length))
  const isPassedOver = queues.some(({ served, waiting }) => served.length < Math.min(most - 1, waiting.length))
  same("Environments take turns in a claim", isPassedOver, false)
  const bumped = claimed.map((one) => ({ ...one.row, version: one.row.version + 1 }))
  same("A claim increments the version by one and changes nothing else", rows, bumped)
  model.rows = model.rows.map((one) =>
    claimed.includes(one)
      ? { ...one, row: { ...one.row, version: one.row.version + 1 }, leasedUntil: model.now + lease }
      : one
  )
}

const ascending = (one: number, other: number): number => one - other

/** The store may delete any of the expired records first, so the model validates and then adopts what remains. */
export const swept = (
  model: Model,
  collections: ReadonlyArray<Declaration>,
  limit: number,
  removed: number,
  left: ReadonlyArray<{ readonly collection: Declaration; readonly row: Row }>
): void => {
  const isOver = (one: ModelRow) =>
    collections.some(({ name }) => name === one.collection.name) &&
    (instantOf(one.row, one.collection.expiry) ?? Number.POSITIVE_INFINITY) <= model.now
  const isLeft = (one: ModelRow) =>
    left.some(({ collection, row }) => collection.name === one.collection.name && isOf(one.row, row))
  const deleted = model.rows.filter((one) => !isLeft(one))
  same("A sweep returns the number of records that it removed", removed, deleted.length)
  same(
    "A sweep removes only expired records",
    deleted.filter((one) => !isOver(one)),
    []
  )
  same("A sweep removes up to its limit", removed, Math.min(limit, model.rows.filter(isOver).length))
  model.rows = model.rows.filter(isLeft)
}

const isOf = (one: Row, other: Row): boolean => one.id === other.id && one.environment === other.environment
