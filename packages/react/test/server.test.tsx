import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"
import { renderToString } from "react-dom/server"
import { describe, expect, it } from "vitest"
import {
  CodeEntry,
  CountersignProvider,
  SignIn,
  TermsApproval,
  type TermsApprovalProps,
  useHistory
} from "../src/index.ts"
import { accountId, clientWith } from "./fakes.ts"
import { terms } from "./quote.ts"

const History = () => <p>{useHistory().entries.length} entries</p>

describe("on a server", () => {
  it("renders every hook and component without a request, a browser, or a clock", () => {
    const html = renderToString(
      <CountersignProvider client={clientWith({})} accountId={accountId}>
        <SignIn />
        <History />
        <TermsApproval terms={terms} onApprove={() => {}} onDecline={() => {}} />
      </CountersignProvider>
    )
    expect(html).toContain("Reading the ways to sign in…")
    expect(html).toContain("Pay 25.00 USDC to Ada Lovelace?")
    expect(html).toMatch(/data-part="terms-expiry"><\/dd>/u)
  })

  it("shows every term that the session key signs, the fee among them", () => {
    const html = renderToString(<TermsApproval terms={terms} onApprove={() => {}} onDecline={() => {}} />)
    const rows = Array.from(
      html.replaceAll("<wbr/>", "").matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gu),
      ([, term, value]) => [term, value]
    )
    expect(rows).toEqual([
      ["To", "Ada Lovelace"],
      ["Account type", "MXN_ACCOUNT"],
      ["clabeNumber", "012180001234567897"],
      ["You pay", "25.00 USDC"],
      ["Included fee", "0.125 USDC"],
      ["They receive", "497.50 MXN"],
      ["Rate", "0.05 USDC / MXN"],
      ["From", terms.source.accountId],
      ["Valid for", ""]
    ])
  })

  it("names the paying account in the words of the page, or by its id", () => {
    const shown = (text: TermsApprovalProps["text"]) =>
      renderToString(<TermsApproval terms={terms} text={text ?? {}} onApprove={() => {}} onDecline={() => {}} />)
    expect(shown({ payer: ({ accountId }) => `Wallet ${accountId}` })).toContain(`Wallet ${terms.source.accountId}`)
    expect(shown({})).toContain(`<dd>${terms.source.accountId}</dd>`)
  })

  it("GA22: isolates a payee whose letters run from right to left, in the title and in the terms", () => {
    const shown = (payee: string) =>
      renderToString(<TermsApproval terms={{ ...terms, payee }} onApprove={() => {}} onDecline={() => {}} />)
    expect(shown("محمد 25")).toContain("to \u2068محمد 25\u2069?")
    expect(shown("محمد 25")).toContain("<dd>\u2068محمد 25\u2069</dd>")
    expect(shown("Zoë")).toContain("to Zoë?")
  })

  it.each([
    ["NUMERIC", "numeric"],
    ["ALPHANUMERIC", "text"],
    ["OF_A_NEWER_SERVER", "text"],
    [undefined, "text"]
  ])("offers the keyboard of the alphabet %s of a code: %s (GU7)", (alphabet, inputMode) => {
    const html = renderToString(
      <CodeEntry sentTo="ada@example.com" alphabet={alphabet} onSubmit={() => {}} onCancel={() => {}} />
    )
    expect(html).toContain(`inputMode="${inputMode}"`)
    expect(html).toContain('autoCapitalize="characters"')
  })

  it("names the missing provider", () => {
    expect(() => renderToString(<SignIn />)).toThrow("Render this component inside <CountersignProvider>.")
  })
})

describe("the parts of a component", () => {
  const files = ["signIn/SignIn", "signIn/CodeEntry", "signedCall/TermsApproval", "passkeys/PasskeyEnrolment"]
  it.each([...files, "openid/OpenIdButton"])("are those that the documentation of %s lists", async (path) => {
    const source = await readFile(fileURLToPath(new URL(`../src/${path}.tsx`, import.meta.url)), "utf8")
    const documented = /Parts:(?<parts>[^/]+)\*\//u.exec(source)?.groups?.parts ?? ""
    const listed = Array.from(documented.matchAll(/`([a-z-]+)`/gu), ([, part]) => part)
    const rendered = new Set(Array.from(source.matchAll(/data-part="([a-z-]+)"/gu), ([, part]) => part))
    expect(listed.toSorted()).toEqual([...rendered].toSorted())
  })
})

describe("in a server component", () => {
  it("imports React only behind the boundary of the client components", async () => {
    const { metafile } = await build({
      entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      conditions: ["react-server", "source"],
      external: ["@countersign/client"],
      metafile: true,
      logLevel: "error",
      plugins: [boundary]
    })
    const modules = Object.keys(metafile.inputs)
    expect(modules.some((path) => path.endsWith("SignIn.tsx"))).toBe(true)
    expect(modules.filter((path) => /node_modules\/react/u.test(path))).toEqual([])
  })
})

/** Replaces client modules by references, as the bundler of a server does: it does not load what they import. */
const boundary: Plugin = {
  name: "boundary",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) =>
      (await readFile(path, "utf8")).startsWith('"use client"') ? { contents: "module.exports = {}" } : undefined
    )
  }
}
