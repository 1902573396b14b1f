/** One request to the browser's database, in a transaction of its own that has ended when this answers. */
export const inDatabase = async <T>(
  mode: IDBTransactionMode,
  ask: (sessions: IDBObjectStore) => IDBRequest<T>
): Promise<T> => {
  const database = await opened()
  try {
    const transaction = database.transaction(SESSIONS, mode)
    const request = ask(transaction.objectStore(SESSIONS))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("countersign", 1)
    request.onupgradeneeded = () => request.result.createObjectStore(SESSIONS, { keyPath: "session.id" })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const SESSIONS = "sessions"
