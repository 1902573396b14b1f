import type { RunningSandbox } from "./serveSandbox.ts"

/** Returns the startup text of a sandbox, one entry per line. `page` is the address of a page that it serves. */
export const sandboxWords = (sandbox: RunningSandbox, page?: string): ReadonlyArray<string> => {
  const { baseUrl, bundleSigner, developmentDefaults, signatureHeaders, token, where } = sandbox
  const width = Math.max(...developmentDefaults.map(({ option }) => option.length))
  return [
    "",
    "Countersign sandbox",
    "",
    ...(page === undefined ? [] : [`  Wallet page   ${page}`]),
    `  Base URL      ${baseUrl}`,
    `  Token id      ${token.id}`,
    `  Token secret  ${token.secret}`,
    `  Docs          ${baseUrl}/docs`,
    `  OpenAPI       ${baseUrl}/openapi.json`,
    `  Bundle signer ${bundleSigner}`,
    `  Signature     ${signatureHeaders.join(", ")}`,
    `  Records       ${where}`,
    "",
    "Development defaults in force:",
    ...developmentDefaults.map(({ meaning, option }) => `  ${option.padEnd(width)} ${meaning}`),
    ""
  ]
}
