import type { HistoryPage } from "@countersign/client"
import { describe, expect, it, vi } from "vitest"
import { makeActions } from "../src/action.ts"
import { historyList } from "../src/history/historyList.ts"
import { makeLoaded } from "../src/loaded.ts"
import { accountId, clientWith, deferred } from "./fakes.ts"

const entry = (id: string) => ({ id, at: "2025-10-13T08:00:00.000Z", type: "SESSION_OPENED", actor: "END_USER" })
const page = (ids: ReadonlyArray<string>, nextCursor?: string): HistoryPage => ({
  data: ids.map(entry),
  hasMore: nextCursor !== undefined,
  ...(nextCursor === undefined ? {} : { nextCursor })
})

describe("a history", () => {
  const listOf = (...pages: ReadonlyArray<HistoryPage>) => {
    const list = vi.fn()
    for (const each of pages) list.mockResolvedValueOnce(each)
    return { list, history: historyList({ client: clientWith({ history: { list } }), accountId, limit: 2 }) }
  }

  it("is read page by page, each entry once", async () => {
    const { history, list } = listOf(page(["c", "b"], "after b"), page(["b", "a"]))
    await history.reload()
    expect(history.state()).toMatchObject({ hasMore: true, isLoading: false })
    await history.loadMore()
    await history.loadMore()
    expect(history.state().entries.map(({ id }) => id)).toEqual(["c", "b", "a"])
    expect(list.mock.calls.map(([, options]) => options)).toEqual([
      { limit: 2, cursor: undefined },
      { limit: 2, cursor: "after b" }
    ])
  })

  it("starts again from the newest page", async () => {
    const { history } = listOf(page(["b", "a"], "x"), page(["c"]))
    await history.reload()
    await history.reload()
    expect(history.state()).toMatchObject({ entries: [{ id: "c" }], hasMore: false })
  })

  it("is that of the newest read, whichever answer or failure arrives last", async () => {
    const [late, failing] = [deferred<HistoryPage>(), deferred<HistoryPage>()]
    const { history, list } = listOf()
    list
      .mockReturnValueOnce(late.promise)
      .mockReturnValueOnce(failing.promise)
      .mockResolvedValueOnce(page(["b", "a"]))
    const reads = [history.reload(), history.reload(), history.reload()]
    await reads[2]
    const shown = history.state()
    late.resolve(page(["a"], "after a"))
    failing.reject(new Error("down"))
    await Promise.all(reads)
    expect(history.state()).toEqual(shown)
    expect(shown).toEqual({ entries: ["b", "a"].map(entry), hasMore: false, isLoading: false, error: undefined })
  })

  it("reads one next page at a time, and none beyond the last", async () => {
    const { history, list } = listOf(page(["b"], "after b"), page(["a"]))
    await history.reload()
    await Promise.all([history.loadMore(), history.loadMore()])
    await history.loadMore()
    expect([list.mock.calls.length, history.state().entries]).toEqual([2, ["b", "a"].map(entry)])
  })

  it("keeps its entries when a read fails, and reports the error", async () => {
    const { history, list } = listOf(page(["a"], "x"))
    await history.reload()
    list.mockRejectedValueOnce(new Error("down"))
    await history.loadMore()
    expect(history.state()).toMatchObject({ entries: [{ id: "a" }], error: new Error("down"), isLoading: false })
  })
})

describe("data that components share", () => {
  it("is read once for all of them", async () => {
    const read = vi.fn(async () => 1)
    const loaded = makeLoaded(read)
    await Promise.all([loaded.ensure(), loaded.ensure()])
    await loaded.ensure()
    expect([read.mock.calls.length, loaded.state().data]).toEqual([1, 1])
  })

  it("is that of the newest read, whichever answer arrives last", async () => {
    const [first, second] = [deferred<number>(), deferred<number>()]
    const read = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    const loaded = makeLoaded<number>(read)
    const reads = [loaded.reload(), loaded.reload()]
    second.resolve(2)
    first.resolve(1)
    await Promise.all(reads)
    expect(loaded.state()).toEqual({ data: 2, isLoading: false, error: undefined })
  })

  it("stays as it was when a later read fails", async () => {
    const read = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce("down")
    const loaded = makeLoaded<number>(read)
    await loaded.reload()
    await loaded.reload()
    expect(loaded.state()).toEqual({ data: 1, isLoading: false, error: "down" })
  })
})

describe("the actions of a hook", () => {
  it("run one at a time, and clear the error of the previous one", async () => {
    const failed = vi.fn()
    const actions = makeActions(failed)
    await actions.run(() => Promise.reject("down"))
    expect(actions.state()).toEqual({ isBusy: false, error: "down" })
    expect(failed).toHaveBeenCalledOnce()
    const slow = deferred<number>()
    const running = actions.run(() => slow.promise)
    expect(await actions.run(async () => 2)).toBeUndefined()
    slow.resolve(1)
    expect([await running, actions.state()]).toEqual([1, { isBusy: false, error: undefined }])
  })
})
