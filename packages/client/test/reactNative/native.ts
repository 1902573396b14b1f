// The platform of the app of a test: the few web APIs of React Native, and the way to the native modules, which the
// test has. Runs before the client is loaded.

/** Passes text to the test. The engine has it before this program. */
declare const sendText: (text: string) => void

const send = (message: object): void => sendText(JSON.stringify(message))

const waiting = new Map<number, (answer: { readonly value?: unknown; readonly error?: object }) => void>()
let calls = 0

/** Calls a function of the test, and resolves with its JSON. */
const native = (name: string, ...args: readonly unknown[]): Promise<unknown> => {
  calls += 1
  const id = calls
  send({ id, name, args })
  return new Promise((resolve, reject) =>
    waiting.set(id, ({ error, value }) =>
      error === undefined ? resolve(value) : reject(Object.assign(new Error("native"), error))
    )
  )
}

/** The web APIs that React Native 0.79 adds to its engine, as far as the client uses them. */
class FewHeaders {
  readonly fields = new Map<string, string>()

  constructor(given: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of Object.entries(given)) this.set(name, value)
  }

  set(name: string, value: string): void {
    this.fields.set(name.toLowerCase(), value)
  }

  get(name: string): string | null {
    return this.fields.get(name.toLowerCase()) ?? null
  }
}

class FewUrls {
  readonly href: string

  constructor(address: unknown) {
    this.href = String(address)
  }

  get pathname(): string {
    throw new Error("URL.pathname not implemented")
  }

  toString(): string {
    return this.href
  }
}

class FewTexts {
  encode(text: string): Uint8Array {
    const bytes = encodeURIComponent(text).replaceAll(/%([0-9A-F]{2})|(.)/gsu, (_, hex, letter) =>
      String.fromCharCode(hex === undefined ? letter.charCodeAt(0) : Number.parseInt(hex, 16))
    )
    return Uint8Array.from([...bytes].map((byte) => byte.charCodeAt(0)))
  }
}

const overNetwork = async (
  url: string,
  { body, headers, method }: { readonly body?: string; readonly headers: FewHeaders; readonly method: string }
) => {
  const { fields, status, text } = Object(
    await native("fetch", { url, method, body, headers: Object.fromEntries(headers.fields) })
  )
  return { status, headers: new FewHeaders(fields), text: async () => text }
}

Object.assign(globalThis, {
  Headers: FewHeaders,
  URL: FewUrls,
  TextEncoder: FewTexts,
  fetch: overNetwork,
  navigator: { product: "ReactNative" },
  send,
  native,
  answer: (id: number, json: string) => {
    waiting.get(id)?.(JSON.parse(json))
    waiting.delete(id)
  }
})
