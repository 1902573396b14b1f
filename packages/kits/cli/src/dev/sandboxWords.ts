import type { RunningSandbox } from "./serveSandbox.ts"

/** Returns the startup text of a sandbox, one entry per line. */
export const sandboxWords = (sandbox: RunningSandbox): ReadonlyArray<string> => {
  const { baseUrl, bundleSigner, developmentDefaults, pages, signatureHeaders, token, where } = sandbox
  const width = Math.max(...developmentDefaults.map(({ option }) => option.length))
  return [
    "",
    "Countersign sandbox",
    "",
    ...pages.map(([name, address]) => `  ${name.padEnd(13)} ${address}`),
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
