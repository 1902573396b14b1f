import { vi } from "vitest"

/**
 * An in-memory subset of IndexedDB for the key store. After `refuse`, every transaction fails; after `isShut`, it cannot be opened.
 */
export const stubDatabase = () => {
  const rows = new Map<string, unknown>()
  const stub: { readonly rows: typeof rows; refuse: Error | undefined; isShut: boolean } = {
    ...{ rows, refuse: undefined, isShut: false }
  }
  const request = (result: unknown) => ({ result, error: null })
  const objectStore = () => ({
    put: (row: { readonly session: { readonly id: string } }) => {
      if (stub.refuse === undefined) rows.set(row.session.id, structuredClone(row))
      return request(row.session.id)
    },
    get: (id: string) => request(rows.get(id)),
    getAll: () => request([...rows.values()]),
    delete: (id: string) => {
      rows.delete(id)
      return request(undefined)
    }
  })
  const transaction = () => {
    const made: { error: unknown; oncomplete?: () => void; onabort?: () => void; objectStore: typeof objectStore } = {
      error: stub.refuse,
      objectStore
    }
    setTimeout(() => (stub.refuse === undefined ? made.oncomplete?.() : made.onabort?.()))
    return made
  }
  const open = () => {
    const made: { result: object; error: Error; onsuccess?: () => void; onerror?: () => void } = {
      result: { transaction, close: () => {} },
      error: new DOMException("The user denied permission", "SecurityError")
    }
    setTimeout(() => (stub.isShut ? made.onerror?.() : made.onsuccess?.()))
    return made
  }
  vi.stubGlobal("indexedDB", { open })
  return stub
}
